import { expect, it } from 'vitest';
import { lint } from './lint.ts';

/** The words that are found in a file, with their places. */
const found = (file: string, text: string) =>
  lint(file, text).map(({ line, column, message }) => `${line}:${column} ${message.split(' => ')[0]}`);

it.each([
  ['a line comment', '// The call gives a page.\n', ['1:13 gives']],
  ['a sentence that goes on in the next line comment', '// It ends by\n// itself.\n', ['1:12 by itself']],
  ['JSDoc', '/**\n * Lists pages.\n * What comes first is the total.\n */\nexport const a = 1;\n', ['3:4 What comes']],
  ['a message in a template literal', `throw new Error(\`\${name}: it is damaged\`);\n`, ['1:33 damaged']],
  ['a string within a template literal', `f(\`\${g('the answer is late')} of \${x}\`);\n`, ['1:13 answer']],
  ['the title of a test', "it('begins anew when the cursor is lost', () => {});\n", ['1:12 anew']],
])('the vocabulary check finds words in %s of TypeScript', (_, source, words) => {
  expect(found('sample.ts', source)).toEqual(words);
});

it.each([
  ['prose', 'As soon\nas he wants to.\n', ['2:4 he']],
  ['headings', '# The answer\n', ['1:7 answer']],
  ['links, quotes and emphasis', '> *whoever* reads [his page](https://a.example)\n', ['1:4 whoever', '1:20 his']],
])('the vocabulary check finds words in %s of Markdown', (_, text, words) => {
  expect(found('sample.md', text)).toEqual(words);
});

it.each([
  ['identifiers and keys', 'const answer = { his: 1, "gives": text };\n'],
  ['code in comments', '// `answer` is in {@link behind} and https://a.example/anew\n'],
  ['examples in JSDoc', '/**\n * A call.\n *\n * ```ts\n * const answer = gives anew;\n * ```\n */\nf();\n'],
  ['expressions of template literals', `f(\`an \${answer.text} of \${his}\`);\n`],
  ['strings that are no sentence', "f('answer', '/he/his', 'anew');\n"],
])('the vocabulary check leaves %s of TypeScript alone', (_, source) => {
  expect(found('sample.ts', source)).toEqual([]);
});

it('the vocabulary check leaves code blocks and code spans of Markdown alone', () => {
  expect(found('sample.md', 'A `answer`.\n\n```ts\nconst answer = 1; // his\n```\n')).toEqual([]);
});

it('the vocabulary check suggests what to write instead', () => {
  const [finding] = lint('sample.ts', '// The rate limit opens later.\n');
  expect(finding).toEqual({ file: 'sample.ts', line: 1, column: 8, message: 'rate limit opens => resets' });
});
