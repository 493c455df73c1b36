// `cli.ts STEP…` turns the compiler's output for the package in the working directory into the files that are
// published. Each step is a module in this folder that does its work when it is loaded.

for (const step of process.argv.slice(2)) await import(`./${step}.ts`);
