import { expectTypeOf, vi } from 'vitest';
import type { SearchParams } from './endpoints.ts';
import {
  type Album,
  type ApiError,
  isMusicError,
  type MusicClient,
  type SearchItems,
  type SearchType,
  type Track,
} from './index.ts';
import { fakeCall, fakeList, fakeMusicError } from './testing.ts';

declare const track: Track;
declare const album: Album;
declare const found: readonly SearchItems[SearchType][];
declare const music: MusicClient;
declare const error: unknown;

// Part of a client can be implemented without a cast.
const search: Pick<MusicClient, 'search'> = {
  search<Type extends SearchType>({ type }: SearchParams<Type>) {
    const types: readonly string[] = [type].flat();
    return fakeList(found.filter((item): item is SearchItems[Type] => types.includes(item.type)));
  },
};
const nothing: Pick<MusicClient, 'search'> = { search: () => fakeList(fakeMusicError({ code: 'unavailable' })) };
const albums: Pick<MusicClient['albums'], 'get' | 'tracks'> = {
  get: () => fakeCall(album),
  tracks: () => fakeList([]),
};
expectTypeOf([search, nothing, albums]).toBeArray();

// Fakes have the types that the client's methods return.
vi.spyOn(music, 'search').mockReturnValue(fakeList([track]));
vi.spyOn(music.tracks, 'get').mockReturnValue(fakeCall(track));
vi.spyOn(music.tracks, 'get').mockReturnValue(fakeCall(fakeMusicError({ code: 'not_found' })));

if (isMusicError(error, 'not_found')) {
  expectTypeOf(error).toExtend<ApiError>();
  expectTypeOf(error.code).toEqualTypeOf<'not_found'>();
  expectTypeOf<'NO_ACTIVE_DEVICE' | 'no_grant'>().toExtend<typeof error.providerCode>();
}

// Search knows its total, so its pages can be fetched concurrently.
music.search({ q: 'a', type: 'track' }, { concurrency: 4 });
