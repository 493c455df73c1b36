import { fileURLToPath } from 'node:url';
import { fromYAMLFilePath } from 'prh';
import { markdownProse, proseOf } from './prose.ts';

/** A word or phrase that the vocabulary does not allow. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The word, an arrow, and what to use instead. */
  readonly message: string;
}

const vocabulary = fromYAMLFilePath(fileURLToPath(new URL('../../vocabulary.yml', import.meta.url)));

/** The words in `text` that the vocabulary does not allow. `file` names it; its extension decides how it is read. */
export function lint(file: string, text: string): Finding[] {
  const prose = file.endsWith('.md') ? markdownProse(text) : proseOf(file, text);
  return vocabulary.makeChangeSet(file, prose).diffs.map(({ index, matches: [word], expected }) => {
    const lines = prose.slice(0, index).split('\n');
    const column = (lines.at(-1) ?? '').length + 1;
    return { file, line: lines.length, column, message: `${word} => ${expected}`.replace(/\s+/g, ' ') };
  });
}
