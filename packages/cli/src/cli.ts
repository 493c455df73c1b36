#!/usr/bin/env node
const argv = process.argv.slice(2);
const [program] = argv;

// The reader of a pipe may close it early, as `head` does.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    // Such as a full disk.
    console.error(`x: the output cannot be written: ${error.message}`);
    process.exit(1);
  });

if (program === 'sandbox' || program === 'mcp') {
  // These programs read the arguments of the process themselves.
  process.argv.splice(2, 1);
  await import(`@x/${program}/cli`);
} else if (program === 'complete') {
  const words = argv[1] === '--' ? argv.slice(2) : argv.slice(1);
  await (await import('./complete.ts')).complete(words, process);
} else await (await import('./main.ts')).main(argv, process);
