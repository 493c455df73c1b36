import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository's root, with a slash at the end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A fenced block of a Markdown file. */
export interface Block {
  readonly file: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

/** Pages that people read, except generated ones, by their paths below the root. */
export const pages = globSync(
  ['*.md', 'packages/*/README.md', 'examples/*/README.md', 'docs/**/*.md', '.github/**/*.md'],
  { cwd: root },
).sort();

/** Returns the fenced blocks of `file`, a path below the root. Blocks in lists lose their indentation. */
export function blocksOf(file: string): Block[] {
  const text = readFileSync(root + file, 'utf8');
  return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm)].map((found) => {
    const [, indent = '', language = '', code = ''] = found;
    const line = text.slice(0, found.index).split('\n').length;
    return { file, line, language, code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), '') };
  });
}

/** Whether a block is a file of tests, which runs under Vitest only. */
export const isTestFile = ({ code }: Block): boolean => / from '(@x\/sandbox\/)?vitest';/.test(code);

const exampleFiles = new Map(
  globSync('examples/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules', '**/dist'] }).map((file) => [
    readFileSync(root + file, 'utf8'),
    file,
  ]),
);

/** Returns the example file that a block shows, which is tested there; undefined if it shows none. */
export const exampleFileOf = ({ code }: Block): string | undefined => exampleFiles.get(code);

/** Whether a block is a program or file for the sandbox command, in a language other than TypeScript. */
export const isForTheService = ({ file, language, code }: Block): boolean =>
  file === 'docs/guides/sandbox-service.md' &&
  (language === 'python' || language === 'json' || (language === 'sh' && code.includes('curl')));
