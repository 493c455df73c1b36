import { proposeCompletions } from '@stricli/core';
import { createApp, wordsForParser } from './app.ts';
import { type Terminal, write } from './terminal.ts';

/**
 * Prints the words that may come next, in the form that the completion scripts read: a word and its meaning on each
 * line, then a line that keeps the shell from proposing files.
 */
export async function complete(words: readonly string[], terminal: Terminal): Promise<void> {
  const app = await createApp(words, terminal);
  const found = await proposeCompletions(app, wordsForParser(words), { process: terminal as never });
  const lines = found.map(({ completion, brief }) => `${completion}\t${brief.split('\n')[0]}`);
  await write(terminal.stdout, `${[...lines, ':4'].join('\n')}\n`);
}
