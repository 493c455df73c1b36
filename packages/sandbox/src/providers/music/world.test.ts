import { expect, it } from 'vitest';
import { testContext } from '../../testing.ts';
import { resolveOptions } from './options.ts';
import { createSearch } from './search.ts';
import { parseQuery } from './search-query.ts';
import { createData } from './world.ts';

/** A world of the default size, and the labels of the random streams that it was made from so far. */
function startWorld() {
  const context = testContext('music');
  const labels: string[] = [];
  const random = (label: string) => {
    labels.push(label);
    return context.random(label);
  };
  const world = createData({ ...context, random }, resolveOptions(context, {})).world();
  return { labels, world, search: createSearch(world, context.clock) };
}

it('the first search for tracks creates no shows, playlists or categories, and details of the tracks it returns only', () => {
  const { labels, search } = startWorld();
  const found = search.track(parseQuery('love'), undefined);
  expect(found.length).toBeGreaterThan(20);
  expect(labels).toEqual(['users', 'music']);
  const page = found.slice(0, 20);
  for (const { id, isrc, durationMs } of page) expect([id.length, isrc.length, durationMs > 0]).toEqual([22, 12, true]);
  const known = page.filter(({ twin }) => twin).length; // details may be those of the other edition
  expect(labels.length).toBeLessThanOrEqual(2 + page.length + known);
});

it('the first search for shows creates no music', () => {
  const { labels, search } = startWorld();
  expect(search.show(parseQuery('the'), undefined).length).toBeGreaterThan(0);
  expect(labels).toEqual(['users', 'spoken']);
});

it('every track has the same details whatever was read before, and an id of its own', () => {
  const details = ({ world }: ReturnType<typeof startWorld>, order: readonly number[]) =>
    order.map((place) => {
      const { id, isrc, durationMs, explicit } = world.tracks[place] ?? {};
      return { place, id, isrc, durationMs, explicit };
    });
  const [one, other] = [startWorld(), startWorld()];
  const places = [...one.world.tracks.keys()];
  const backwards = details(one, places.toReversed()).toReversed();
  expect(details(other, places)).toEqual(backwards);
  expect(new Set(backwards.map(({ id }) => id)).size).toBe(places.length);
  for (const track of one.world.tracks.filter(({ twin }) => twin))
    expect(track).toMatchObject({ isrc: track.twin?.isrc, durationMs: track.twin?.durationMs, name: track.twin?.name });
});
