import { globSync, readFileSync } from 'node:fs';
import type { Transaction } from '@x/bank';
import { fakeBankError, fakeTransaction } from '@x/bank/testing';
import { fakeFood, fakeFoundationFood } from '@x/food/testing';
import { fakePlaylist, fakePlaylistEntry, fakePlaylistEpisode } from '@x/music/testing';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { names, pascal } from '../../providers.ts';

type Module = Readonly<Record<string, ((fields?: object) => unknown) | undefined>>;

describe.each(names)('%s', (name) => {
  const folder = new URL(`../../../packages/${name}/src/`, import.meta.url);
  const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
  const load = (file: string): Promise<Module> => import(new URL(file, folder).href);

  it('has a fake of every public record, which is as declared and the same each time', async () => {
    const [index, fakes] = [read('index.ts'), await load('testing.ts')];
    const interfaces = /^export interface (\w+) extends v\.InferOutput<typeof (\w+)>/gm;
    let count = 0;
    for (const file of globSync('{records,resources}/**/*.ts', { cwd: folder }))
      for (const [, type = '', schema = ''] of read(file).matchAll(interfaces)) {
        if (!new RegExp(`\\b${type}\\b`).test(index)) continue;
        const fake = fakes[`fake${type}`];
        expect(fake, `fake${type} is missing; run pnpm prepare`).toBeDefined();
        const { issues } = v.safeParse((await load(file))[schema] as never, fake?.());
        expect(issues, type).toBeUndefined();
        expect(fake?.()).toEqual(fake?.());
        count += 1;
      }
    expect(count).toBeGreaterThan(0);
  });

  it('has a fake of its errors, which its guard recognizes', async () => {
    const [index, fakes] = [await load('index.ts'), await load('testing.ts')];
    const error = fakes[`fake${pascal(name)}Error`]?.({ code: 'rate_limited', retryAfterMs: 5 });
    expect(index[`is${pascal(name)}Error`]?.(error as object)).toBe(true);
    expect(error).toMatchObject({ provider: name, retryable: true, retryAfterMs: 5 });
  });
});

it('fakes complete the fields that are passed, at any depth', () => {
  expect(fakeTransaction({ amount: 1, location: { city: 'Rome' }, datetime: undefined })).toEqual({
    ...fakeTransaction(),
    amount: 1,
    location: { ...fakeTransaction().location, city: 'Rome' },
  });
  const playlist = fakePlaylist({ items: { items: [{ item: { type: 'episode', name: 'News' } }] } });
  const [entry] = playlist.items?.items ?? [];
  expect(entry).toEqual(fakePlaylistEntry({ item: fakePlaylistEpisode({ name: 'News' }) }));
  expect(fakeFood({ dataType: 'Foundation' })).toEqual(fakeFoundationFood());
  expect(fakeFood()).toMatchObject({ fdcId: 1, dataType: 'Branded' });
});

it('fakes have the types of records and errors', () => {
  expectTypeOf(fakeTransaction()).toEqualTypeOf<Transaction>();
  expectTypeOf(fakeBankError({ code: 'not_found' }).code).toEqualTypeOf<'not_found'>();
  expectTypeOf<'ITEM_LOGIN_REQUIRED'>().toExtend<NonNullable<ReturnType<typeof fakeBankError>['providerCode']>>();
  // @ts-expect-error a field that a transaction does not have
  fakeTransaction({ amuont: 1 });
  // @ts-expect-error a field that a location does not have
  fakeTransaction({ location: { town: 'Rome' } });
  // @ts-expect-error a field of another type
  fakeTransaction({ amount: '1' });
});
