import type { BankClient } from '@x/bank';
import { type CallOptions, type ClientOptions, type Grant, isApiError } from '@x/core';
import type { MusicAccountClient } from '@x/music';
import type { StreamClient } from '@x/stream';
import { createClients } from './clients.ts';
import type { SoakSandbox } from './soak-sandbox.ts';

/**
 * One of many concurrent callers, with a user of each provider that has users. The effects of its writes are checked
 * after the storm.
 */
interface Caller {
  readonly stream: ReturnType<StreamClient['withAccount']>;
  readonly music: MusicAccountClient;
  readonly channel: string;
  readonly playlist: string;
  /** Writes that succeeded, and writes with an unknown outcome. */
  done: Set<string>;
  tried: Set<string>;
  /** The last title that was certainly set, and all titles that may have been set after it. */
  title: string;
  titles: Set<string>;
  /** Bank users by their own ID; created Items, and removed Items. */
  users: Map<string, string>;
  items: Set<string>;
  gone: Set<string>;
  added: number;
}

type Call = (caller: Caller, options: CallOptions, key: string) => PromiseLike<unknown>;

/** Thrown when a list was read to its end, but without the items that it should have. */
export class Lost extends Error {}

/** Prepares the calls of a soak, and the check after them. */
export async function prepare({ options, accessTokens, streamUsers, musicUsers }: SoakSandbox, common: ClientOptions) {
  // The sandbox limits nothing, but the clients count their calls as they do for the real hosts.
  const { stream, music, bank, food, quotes } = createClients(options, { rateLimiter: undefined, ...common });

  const callers = await Promise.all(
    streamUsers.map(async ({ userId, ...grant }, index): Promise<Caller> => {
      const account = `account ${index}`;
      await stream.accounts.set(account, grant);
      await music.accounts.set(account, musicUsers[index] as Grant);
      const user = music.withAccount(account);
      const { id } = await user.playlists.create({ name: 'adds' });
      return {
        stream: stream.withAccount(account),
        music: user,
        channel: userId,
        playlist: id,
        ...nothing(''),
        users: new Map(),
        items: new Set(),
        gone: new Set(),
      };
    }),
  );

  const limit = 1000;
  const tracks = await music.search({ q: 'year:1900-2100', type: 'track', limit: 50 }).toArray({ limit: 300 });
  const userIds = streamUsers.map(({ userId }) => userId);
  /** Lists that do not change, so that their items are known before the storm. */
  const lists: Record<string, (options: CallOptions) => Promise<readonly unknown[]>> = {
    'stream.games.top': async (each) => (await stream.games.top({ first: 10 }, each).toArray({ limit })).map(idOf),
    'stream.users.list': async (each) =>
      (await stream.users.list({ id: [...userIds, ...userIds.map((id) => `${id}0`)] }, each)).items.map(idOf),
    'music.search': async (each) =>
      (await music.search({ q: 'year:1900-2100', type: 'album', limit: 20 }, each).toArray({ limit })).map(idOf),
    'food.foods.search': async (each) =>
      (await food.foods.search({ query: 'milk', pageSize: 8 }, each).toArray({ limit })).map(({ fdcId }) => fdcId),
    'quotes.quotes.list': async (each) =>
      (await quotes.quotes.list({ limit: 30 }, each).toArray({ limit })).map(({ _id }) => _id),
    'bank.transactions.syncAll': async (each) =>
      (await bank.transactions.syncAll({ access_token: accessTokens[0] as string, count: 50 }, each)).added.map(
        ({ transaction_id }) => transaction_id,
      ),
  };
  const known = new Map<string, string>();
  for (const [name, read] of Object.entries(lists)) {
    const members = await read({});
    if (members.length < 20) throw new Error(`${name} must have at least 20 items; got ${members.length}`);
    known.set(name, JSON.stringify(members));
  }
  const walks = Object.entries(lists).map(([name, read]): [string, number, Call] => [
    name,
    5,
    async (_, each) => {
      if (JSON.stringify(await read(each)) !== known.get(name)) throw new Lost(`${name} returned another list`);
    },
  ]);

  /** Makes a write whose effect is checked after the storm. Notes it before the call, and again on success. */
  const write = async (caller: Caller, effect: string, run: () => Promise<unknown>): Promise<void> => {
    caller.tried.add(effect);
    await run();
    caller.done.add(effect);
  };

  const calls: readonly (readonly [name: string, weight: number, call: Call])[] = [
    ...walks,
    ['stream.games.list', 10, (_, each) => stream.games.list({ id: ['1', '2'] }, each)],
    ['music.albums.list', 5, (_, each) => music.albums.list({ ids: [tracks[0]?.album.id ?? ''] }, each)],
    ['bank.accounts.get', 10, (_, each) => bank.accounts.get({ access_token: accessTokens[1] as string }, each)],
    ['quotes.random', 10, (_, each) => quotes.random({}, each)],
    ['food.foods.list', 5, (_, each) => food.foods.list({ pageSize: 5 }, each)],
    [
      'stream.channels.update',
      8,
      async (caller, each, title) => {
        caller.titles.add(title);
        await caller.stream.channels.update({ broadcaster_id: caller.channel, title }, each);
        caller.titles.delete(caller.title);
        caller.title = title;
      },
    ],
    [
      'stream.channelPoints.rewards.create',
      6,
      (caller, each, title) =>
        write(caller, `reward ${title}`, () =>
          caller.stream.channelPoints.rewards.create({ broadcaster_id: caller.channel, title, cost: 1 }, each),
        ),
    ],
    [
      'music.playlists.create',
      6,
      (caller, each, name) => write(caller, `playlist ${name}`, () => caller.music.playlists.create({ name }, each)),
    ],
    [
      'music.playlists.addItems',
      10,
      (caller, each) => {
        const { uri = '' } = tracks[caller.added] ?? {};
        caller.added += 1;
        return write(caller, `track ${uri}`, () =>
          caller.music.playlists.addItems({ playlist_id: caller.playlist, uris: [uri] }, each),
        );
      },
    ],
    [
      'bank.user.create',
      6,
      async (caller, each, client_user_id) => {
        const { user_id } = await bank.user.create({ client_user_id }, each);
        caller.users.set(client_user_id, user_id);
      },
    ],
    ['bank: link, read, unlink', 4, (caller, each) => link(bank, caller, each)],
  ];

  return { callers, calls, check: (caller: Caller) => check(caller, bank) };
}

const idOf = ({ id }: { id: unknown }) => id;
const nothing = (title: string) => ({
  done: new Set<string>(),
  tried: new Set<string>(),
  title,
  titles: new Set([title]),
  added: 0,
});

/** Links an Item, reads it and removes it. Each step needs the one before. */
async function link(bank: BankClient, caller: Caller, options: CallOptions): Promise<void> {
  const { public_token } = await bank.sandbox.createPublicToken(
    { institution_id: 'ins_109508', initial_products: ['transactions'] },
    options,
  );
  const { access_token } = await bank.item.exchangePublicToken({ public_token }, options);
  caller.items.add(access_token);
  await bank.accounts.get({ access_token }, options);
  await bank.item.remove({ access_token }, options);
  caller.items.delete(access_token);
  caller.gone.add(access_token);
}

/** Compares the state that a caller's writes left behind with their results, then cleans it up. Returns problems. */
async function check(caller: Caller, bank: BankClient): Promise<string[]> {
  const { stream, music, channel, playlist, done, tried, titles, users, items, gone } = caller;
  const lost: string[] = [];

  const rewards = await stream.channelPoints.rewards.list({ broadcaster_id: channel, only_manageable_rewards: true });
  const playlists = await music.playlists.list({ limit: 50 }).toArray({ limit: 1000 });
  const added = await music.playlists.items({ playlist_id: playlist, limit: 50 }).toArray({ limit: 1000 });
  const made = playlists.filter((each) => each?.name.startsWith('soak '));
  const there = [
    ...rewards.items.map(({ title }) => `reward ${title}`),
    ...made.map((each) => `playlist ${each?.name}`),
    // In the user's market, another track may replace the one that was added.
    ...added.map(({ item }) => `track ${(item && 'linked_from' in item && item.linked_from?.uri) || item?.uri}`),
  ];
  lost.push(...[...done].filter((effect) => !there.includes(effect)));
  lost.push(...there.filter((effect) => !tried.has(effect)).map((effect) => `nobody wrote ${effect}`));
  const doubled = there.filter((effect, index) => there.indexOf(effect) !== index);

  const [{ title = '' } = {}] = (await stream.channels.list({ broadcaster_id: channel })).items;
  if (caller.title && !titles.has(title)) lost.push(`title ${caller.title}`);
  for (const [client_user_id, user_id] of users) {
    if ((await bank.user.get({ user_id })).client_user_id !== client_user_id) lost.push(`user ${client_user_id}`);
    await bank.user.remove({ user_id });
  }
  for (const access_token of gone)
    await bank.accounts.get({ access_token }).then(
      () => lost.push('the end of an Item'),
      (error) => isApiError(error) || lost.push(`the end of an Item: ${error}`),
    );

  for (const { id } of rewards.items) await stream.channelPoints.rewards.delete({ broadcaster_id: channel, id });
  for (const each of made) if (each) await music.playlists.followers.remove({ playlist_id: each.id });
  if (added.length > 0) await music.playlists.updateItems({ playlist_id: playlist, uris: [] });
  // The Item may be gone already, if only the response to its removal was lost.
  for (const access_token of items) await bank.item.remove({ access_token }).catch(() => {});
  Object.assign(caller, nothing(title));
  for (const each of [users, items, gone]) each.clear();
  return [...lost.map((what) => `lost: ${what}`), ...doubled.map((what) => `doubled: ${what}`)];
}
