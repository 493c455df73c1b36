import { run } from '@stricli/core';
import { createApp, wordsForParser } from './app.ts';
import type { Terminal } from './terminal.ts';

/** Runs a command line to its end. Sets the terminal's exit code. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<void> {
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
  const app = await createApp(words, terminal);
  await run(app, wordsForParser(words), { process: terminal as never });
  // The parser's own codes are negative: the arguments are not valid.
  if (Number(terminal.exitCode) < 0) terminal.exitCode = 2;
}
