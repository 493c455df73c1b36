import { expect, it } from 'vitest';
import { testContext } from '../../../../test/sandbox.ts';
import { resolveOptions } from '../options.ts';
import { createSearch } from './search.ts';
import { parseQuery } from './search-query.ts';
import { createData } from './world.ts';

it.each([
  ['track', 'love', ['music', 'tracks']],
  ['show', 'the', ['spoken']],
] as const)('the first search for a %s creates only what it needs', (type, q, made) => {
  const context = testContext('music');
  const labels: string[] = [];
  const random = (name: string) => {
    labels.push(name);
    return context.random(name);
  };
  const world = createData({ ...context, random }, resolveOptions(context, {})).world();
  expect(createSearch(world, context.clock)[type](parseQuery(q), undefined).length).toBeGreaterThan(0);
  expect(labels).toEqual(['users', ...made]);
});

it('every track has its own ID, and the same recording as its twin', () => {
  const context = testContext('music');
  const { tracks } = createData(context, resolveOptions(context, {})).world();
  expect(new Set(tracks.map(({ id }) => id)).size).toBe(tracks.length);
  for (const { twin, isrc, durationMs, name } of tracks)
    if (twin) expect(twin).toMatchObject({ isrc, durationMs, name });
});
