import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { publicPackages } from '../../release/src/checkout.ts';
import { read, root } from './repository.ts';

const page = read('docs/how-it-is-built.md');
const manifests = new Map(publicPackages(root).map(({ name, dependencies = {} }) => [name, Object.keys(dependencies)]));
const own = (name: string) => (manifests.get(name) ?? []).filter((each) => manifests.has(each));
const reachedFrom = (name: string): string[] => own(name).flatMap((each) => [each, ...reachedFrom(each)]);

it('the graph of packages shows the dependencies in the manifests, except those that another path shows', () => {
  const [, graph = ''] = /^```mermaid\ngraph LR\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const shown = graph
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [from = [], to = []] = line.split('-->').map((side) => side.split('&').map((name) => name.trim()));
      return from.flatMap((one) => to.map((other) => `${one} ${other}`));
    });
  // A new provider is complete before someone draws it.
  const drawn = (name: string) => shown.some((edge) => edge.split(' ').includes(name.slice('@x/'.length)));
  const actual = [...manifests.keys()].filter(drawn).flatMap((name) =>
    own(name)
      .filter((each) => drawn(each) && !own(name).some((other) => reachedFrom(other).includes(each)))
      .map((each) => `${name} ${each}`.replaceAll('@x/', '')),
  );
  expect(shown.length).toBeGreaterThan(15);
  expect(shown.sort()).toEqual(actual.sort());
});

it('the example of an endpoint is the code in the files that it names', () => {
  const pieces = [...page.matchAll(/`(packages\/[^`<\s]+)`[^`]*(?:`[^`\n]+`[^`]*)?```typescript\n([\s\S]*?)```/g)];
  expect(pieces).toHaveLength(3);
  for (const [, file = '', code = ''] of pieces) expect(read(file)).toContain(code);
});

it('every file that the page names exists', () => {
  const files = [...page.matchAll(/`((?:packages|tools)\/[^`\s]+\.(?:ts|json))`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => globSync(file.replaceAll(/<\w+>/g, '*'), { cwd: root }).length === 0)).toEqual([]);
});
