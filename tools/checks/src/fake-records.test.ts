import { endpoints as bank } from '@x/bank';
import { operationsOf } from '@x/core/provider';
import { fakeRecord } from '@x/core/testing';
import { endpoints as food } from '@x/food';
import type { Track } from '@x/music';
import { endpoints as music } from '@x/music';
import type { Quote } from '@x/quotes';
import { endpoints as quotes } from '@x/quotes';
import { endpoints as stream } from '@x/stream';
import * as v from 'valibot';
import { expect, expectTypeOf, it } from 'vitest';
import { schemaOfRecord } from '../../../packages/core/src/testing/fake-record.ts';

it.each(Object.entries({ bank, food, music, quotes, stream }))(
  'the fake records of %s are as declared, and the same each time',
  (_, endpoints) => {
    const problems = operationsOf(endpoints).flatMap(([name, spec]) => {
      const record: unknown = fakeRecord(spec as object);
      expect(fakeRecord(spec as object)).toEqual(record);
      const { issues = [] } = v.safeParse(schemaOfRecord(spec) as v.GenericSchema, record);
      return issues.map((issue) => `${name} ${v.getDotPath(issue)}: ${issue.message}`);
    });
    expect(problems).toEqual([]);
  },
);

it('fields replace generated ones, and have the types of the record', () => {
  const track = fakeRecord(music.tracks.get, { name: 'Yesterday' });
  expectTypeOf(track).toEqualTypeOf<Track>();
  expectTypeOf(fakeRecord(quotes.quotes.list)).toEqualTypeOf<Quote>();
  expect(track).toMatchObject({ type: 'track', name: 'Yesterday', artists: [] });
  // @ts-expect-error a field that a track does not have
  fakeRecord(music.tracks.get, { nam: 'x' });
});
