import { fileURLToPath } from 'node:url';
import { TextlintKernel } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import prh from 'textlint-rule-prh';
import { proseOf } from './prose.ts';

/** A word or phrase that the vocabulary does not allow. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The word, an arrow, and what to use instead. */
  readonly message: string;
}

const kernel = new TextlintKernel();
const vocabulary = fileURLToPath(new URL('../../vocabulary.yml', import.meta.url));

/** Reads the prose of a file of code as one string. */
const prose = {
  Processor: class {
    availableExtensions() {
      return ['.prose'];
    }
    processor() {
      return {
        preProcess(raw: string) {
          const lines = raw.split('\n');
          const place = {
            raw,
            range: [0, raw.length] as [number, number],
            loc: {
              start: { line: 1, column: 0 },
              end: { line: lines.length, column: lines.at(-1)?.length ?? 0 },
            },
          };
          const words = { type: 'Str' as const, value: raw, ...place };
          return {
            type: 'Document' as const,
            ...place,
            children: [{ type: 'Paragraph' as const, ...place, children: [words] }],
          };
        },
        postProcess: <Message>(messages: Message[], filePath = '') => ({ messages, filePath }),
      };
    }
  },
};

/** The words in `text` that the vocabulary does not allow. `file` names it; its extension decides how it is read. */
export async function lint(file: string, text: string): Promise<Finding[]> {
  const isMarkdown = file.endsWith('.md');
  const { messages } = await kernel.lintText(isMarkdown ? text : proseOf(file, text), {
    ext: isMarkdown ? '.md' : '.prose',
    filePath: file,
    plugins: [
      { pluginId: 'markdown', plugin: markdown.default },
      { pluginId: 'prose', plugin: prose },
    ],
    rules: [
      {
        ruleId: 'vocabulary',
        rule: prh.default,
        options: { rulePaths: [vocabulary], checkLink: true, checkBlockQuote: true, checkEmphasis: true },
      },
    ],
  });
  return messages.map(({ loc, message }) => ({
    file,
    line: loc.start.line,
    column: loc.start.column,
    message: message.replace(/\s+/g, ' '),
  }));
}
