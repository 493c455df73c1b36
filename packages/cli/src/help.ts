import type { Command, RouteMap } from '@stricli/core';
import type { Context } from './terminal.ts';

/** A line of a list: a name, and what it stands for. */
type Entry = readonly [name: string, meaning: string];

/** Parts of a help text, in this order. */
export interface Help {
  /** Complete commands, because people read examples first. */
  readonly examples: readonly string[];
  readonly text: string;
  /** Lists by their titles. Empty ones are left out. */
  readonly lists: Readonly<Record<string, readonly Entry[]>>;
}

/** Wraps a text. Further lines are indented. */
function wrap(text: string, width: number, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width - indent) {
      lines.push(line);
      line = '';
    }
    line += (line === '' ? '' : ' ') + word;
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}

/** Writes a help text for a terminal. */
export function helpText({ examples, text, lists }: Help, width = 80): string {
  const listed = Object.entries(lists).filter(([, entries]) => entries.length > 0);
  const names = listed.flatMap(([, entries]) => entries.map(([name]) => name.length));
  const indent = Math.min(28, Math.max(...names, 0) + 4, Math.floor(width / 2));
  const sections = [
    `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`,
    text
      .split('\n')
      .map((line) => wrap(line, width, 0))
      .join('\n'),
    ...listed.map(([title, entries]) => {
      const lines = entries.map(([name, meaning]) => {
        const start = name.length > indent - 4 ? `  ${name}\n${' '.repeat(indent)}` : `  ${name.padEnd(indent - 2)}`;
        return meaning === '' ? `  ${name}` : start + wrap(meaning, width, indent);
      });
      return `${title}:\n${lines.join('\n')}`;
    }),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Returns a command or a group with its own help text. */
export const withHelp = <Target extends Command<Context> | RouteMap<Context>>(
  target: Target,
  help: () => Help,
  width: number | undefined,
): Target => ({
  ...target,
  formatHelp: () => helpText(help(), width),
});
