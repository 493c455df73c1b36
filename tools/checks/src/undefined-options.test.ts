import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { root } from './readme.ts';

// Under `exactOptionalPropertyTypes`, an optional property accepts undefined only if its type includes it. Without it,
// `{ timeoutMs: config.timeoutMs }` does not compile.

/** Types that callers pass, by name. */
const passed = /Options(Of)?$|Settings$|^(Fault|Quote(Author)?Record|SendDetails|TokenMatch)$/;

/** The exported types of the packages that callers pass, with their bodies as biome formats them. */
const types = globSync('packages/*/src/**/*.ts', {
  cwd: root,
  exclude: ['**/*.test.ts', 'packages/testing/**'],
}).flatMap((file) =>
  [...readFileSync(root + file, 'utf8').matchAll(/^export (?:interface|type) (\w+)\b[^{;]*\{\n(.*?)^\}/gms)]
    .filter(([, name = '']) => passed.test(name))
    .map(([, name = '', body = '']) => ({ name: `${name} of ${file}`, body })),
);

/** Returns the optional properties that may be left out, but must not be undefined. */
const refusing = (body: string) =>
  [...body.matchAll(/^ {2}(?:readonly )?(\w+)\?: (.*?);$(?=\n {2}[^\s}]|\n*$(?![\s\S]))/gms)]
    .filter(([, , type = '']) => !/\bundefined$/.test(type))
    .map(([, name]) => name);

it.each(types)('every optional property of $name accepts undefined', ({ body }) => {
  expect(refusing(body)).toEqual([]);
});

it('the check finds types, and optional properties that refuse undefined', () => {
  expect(types.length).toBeGreaterThan(90);
  expect(refusing('  a?: string;\n  readonly b?: {\n    c?: number;\n  };\n  d?: string | undefined;\n')).toEqual([
    'a',
    'b',
  ]);
});
