import { mkdirSync, writeFileSync } from 'node:fs';
import { blocksOf } from './readme.ts';

/** Exports of a block of code. */
// biome-ignore lint/suspicious/noExplicitAny: the caller knows the code of the block
type Exports = Record<string, any>;

/**
 * Imports a code block from a guide, which also runs the example at the block's end.
 *
 * @param guide Name of the file in docs/guides, without its extension.
 * @param content A string that only this block contains.
 */
export async function importBlock(guide: string, content: string): Promise<Exports> {
  const found = blocksOf(`docs/guides/${guide}.md`).filter(({ code }) => code.includes(content));
  const [block] = found;
  if (!block || found.length > 1)
    throw new Error(`expected one block of ${guide}.md with ${content}; found ${found.length}`);
  // Not in the folder of `readme.test.ts`, which empties its own and may run at the same time.
  const folder = new URL('./.generated/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const file = new URL(`${guide}-${block.line}.ts`, folder);
  writeFileSync(file, block.code);
  return import(/* @vite-ignore */ file.href);
}
