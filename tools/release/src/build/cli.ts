// `cli.ts STEP…` makes what is published of the package in the working directory out of what the compiler emitted. Each
// step is a module of this folder, which does its work when it is loaded.

for (const step of process.argv.slice(2)) await import(`./${step}.ts`);
