import { run } from '@stricli/core';
import { createApp } from './app.ts';
import type { Terminal } from './terminal.ts';

/** Runs a command line to its end. Sets the terminal's exit code. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<void> {
  const app = await createApp(argv, terminal);
  // The parser takes names of one letter only with one dash: `--q` is `-q`.
  const args = argv.map((arg) => arg.replace(/^--(\w)(?==|$)/, '-$1'));
  await run(app, args, { process: terminal as never });
  // The parser's own codes are negative: the arguments are not valid.
  if (Number(terminal.exitCode) < 0) terminal.exitCode = 2;
}
