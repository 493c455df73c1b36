import { QueryClient, QueryObserver } from '@tanstack/query-core';
import type { Page } from '@x/core';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { createStreamClient, type Game, type Stream, type StreamClient } from '@x/stream';
import pMap from 'p-map';
import { use } from 'react';
import { firstValueFrom, from, take, toArray } from 'rxjs';
import useSWR from 'swr';
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';

let sandbox: Sandbox;
let stream: StreamClient;

beforeAll(async () => {
  sandbox = await createSandbox({ listen: false });
  stream = createStreamClient(sandbox.options.stream);
  await stream.games.top({ first: 1 }); // gets the token
});
afterAll(() => sandbox.close());

let before = 0;
beforeEach(() => {
  before = sandbox.requests.length;
});
const requests = () => sandbox.requests.length - before;

describe('a list call works as a promise in', () => {
  it('TanStack Query, which infers the type of its page and caches it', async () => {
    const client = new QueryClient();
    const queryFn = () => stream.games.top({ first: 3 });
    const page = await client.fetchQuery({ queryKey: ['games'], queryFn });
    expectTypeOf(page).toEqualTypeOf<Page<Game>>();
    expect(page.items).toHaveLength(3);
    const observer = new QueryObserver(client, { queryKey: ['games'], queryFn });
    expectTypeOf(observer.getCurrentResult().data).toEqualTypeOf<Page<Game> | undefined>();
    expect(client.getQueryData(['games'])).toBe(page);
    expect(requests()).toBe(1);
  });

  it('infinite queries of TanStack Query, with nextCursor as the page param and null as the end', async () => {
    const data = await new QueryClient().fetchInfiniteQuery({
      queryKey: ['all games'],
      queryFn: ({ pageParam }) => stream.games.top({ first: 3 }, { cursor: pageParam }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor,
      pages: 2,
    });
    expectTypeOf(data.pages).toEqualTypeOf<Page<Game>[]>();
    expect(data.pages.flatMap(({ items }) => items)).toEqual((await stream.games.top({ first: 6 })).items);
  });

  it('SWR and React, whose types accept it', () => {
    const useGames = () => useSWR('games', () => stream.games.top({ first: 3 }));
    expectTypeOf<ReturnType<typeof useGames>['data']>().toEqualTypeOf<Page<Game> | undefined>();
    const useStreams = () => use(stream.streams.list());
    expectTypeOf(useStreams).returns.toEqualTypeOf<Page<Stream>>();
  });

  it('p-map, which waits for the pages that its mapper returns, and maps over items()', async () => {
    const pages = await pMap(['en', 'de'], (language) => stream.streams.list({ language, first: 2 }));
    expectTypeOf(pages).toEqualTypeOf<Page<Stream>[]>();
    expect(pages.map(({ items }) => items.map(({ language }) => language))).toEqual([
      ['en', 'en'],
      ['de', 'de'],
    ]);
    const names = await pMap(stream.games.top({ first: 100 }).items(), ({ name }) => name, { concurrency: 2 });
    expectTypeOf(names).toEqualTypeOf<string[]>();
    expect(new Set(names).size).toBe(names.length);
  });

  it('RxJS, which takes all items from items(), and the page from the call', async () => {
    const items = from(stream.games.top({ first: 2 }).items());
    const three = await firstValueFrom(items.pipe(take(3), toArray()));
    expectTypeOf(three).toEqualTypeOf<Game[]>();
    expect(three).toEqual((await stream.games.top({ first: 3 })).items);
    const page = await firstValueFrom(from(stream.games.top({ first: 2 }).then((first) => first)));
    expectTypeOf(page).toEqualTypeOf<Page<Game>>();
    expect(page.items).toHaveLength(2);
  });

  it('a function that takes () => Promise<T>', async () => {
    const timed = async <T>(run: () => Promise<T>): Promise<T> => run();
    const page = await timed(() => stream.games.top({ first: 2 }));
    expectTypeOf(page).toEqualTypeOf<Page<Game>>();
    expect(page.items).toHaveLength(2);
  });
});
