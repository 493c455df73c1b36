import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { namesIn, reports, withoutComments } from './report.ts';

it('leaves comments out, and what strings hold in', () => {
  const code = `/** One. */
export declare const a: 'image/*'; // two
/*
 * three
 */
    export type B = "// four" | \`*/\`;
//# sourceMappingURL=x.d.ts.map`;
  expect(withoutComments(code)).toBe(`export declare const a: 'image/*';\n    export type B = "// four" | \`*/\`;`);
});

it('lists names as users import them', () => {
  const code = `export { z, type C, inner as b, type D as E } from './x.ts';
export type { F, G } from './y.ts';
export declare const a: 1;
export declare function f(): void;
export declare abstract class K {
}
export interface H {
}
export type T = 1;
export {};`;
  expect(namesIn(code)).toEqual({ values: ['K', 'a', 'b', 'f', 'z'], types: ['C', 'E', 'F', 'G', 'H', 'T'] });
  expect(() => namesIn("export * from './x.ts';")).toThrow('only named exports are listed: export * from');
});

const found = reports();
const urls = found.flatMap(({ entries }) => entries.map(({ code }) => pathToFileURL(code).href));
const list = `const names = {};
for (const url of process.argv.slice(1)) names[url] = Object.keys(await import(url)).sort();
console.log(JSON.stringify(names));`;
const names = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', list, ...urls]).toString());

describe.each(found)('$path.pathname', ({ path, text, entries }) => {
  it('is what the package declares; pnpm api:report writes it anew', () => {
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it.each(entries)('$specifier has at run time what it declares', ({ code, values }) => {
    expect(names[pathToFileURL(code).href]).toEqual(values);
  });
});
