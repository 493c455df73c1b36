import type { Hono } from 'hono';
import { expect, test } from 'vitest';
import data from '../../data/music.json' with { type: 'json' };
import { testContext } from '../../testing.ts';
import { createMusicSandbox } from './index.ts';
import table from './openapi.json' with { type: 'json' };
import { corrections } from './table.ts';

test('no market is in the data twice, and audiobooks are in known ones', () => {
  const markets = [...data.catalogMarkets, ...data.otherMarkets];
  expect(new Set(markets).size).toBe(markets.length);
  expect(markets).toEqual(expect.arrayContaining(data.audiobookMarkets));
});

test('every operation of the official file is served, and no other', () => {
  const { app } = createMusicSandbox(testContext('music', {}));
  const served = (app as Hono).routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/v1/'))
    .map(({ method, path }) => `${method} ${path.slice(3).replace(/:(\w+)/g, '{$1}')}`);
  expect(served.sort()).toEqual(Object.keys(table.operations).sort());
});

test('every correction is of an operation in the table', () => {
  for (const name of Object.keys(corrections)) expect(table.operations).toHaveProperty([name]);
});
