import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { declaredValues, folders, report } from './report.ts';

describe.each(folders.map((folder) => [folder.replace(/.*\//, ''), folder]))('%s', (_, folder) => {
  it('declares what its report lists; pnpm api regenerates the report', () => {
    expect(report(folder, false)).toBe(true);
  });

  it.each(declaredValues(folder))('has at run time what $specifier declares', async ({ code, names }) => {
    expect(names).not.toEqual([]);
    expect(Object.keys(await import(/* @vite-ignore */ pathToFileURL(code).href)).sort()).toEqual(names);
  });
});
