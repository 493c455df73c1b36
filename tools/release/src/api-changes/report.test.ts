import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { declaredValues, packageFolders, root } from './report.ts';

describe.each(packageFolders(root).map((folder) => [basename(folder), folder]))('%s', (_, folder) => {
  it.each(declaredValues(folder))('has at run time what $specifier declares', async ({ code, names }) => {
    expect(names).not.toEqual([]);
    expect(Object.keys(await import(/* @vite-ignore */ pathToFileURL(code).href)).sort()).toEqual(names);
  });
});
