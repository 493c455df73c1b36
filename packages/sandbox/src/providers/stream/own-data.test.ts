import { describe, expect, test } from 'vitest';
import { createSandbox } from '../../stream.ts';
import type { StreamSandboxOptions } from './options.ts';

const own = {
  users: {
    generated: 20,
    own: [
      { id: '77', login: 'ann', display_name: 'Ann' },
      { login: 'bob_the_host', broadcaster_type: 'partner' },
    ],
  },
  games: { generated: 5, own: [{ id: '42', name: 'House Chess' }] },
  channels: [{ broadcaster_login: 'bob_the_host', title: 'Bob at home', broadcaster_language: 'de' }],
  streams: {
    generated: 3,
    own: [
      {
        user_login: 'ann',
        game_name: 'House Chess',
        title: 'Chess in the kitchen',
        viewer_count: 1_000_000,
        tags: ['kitchen'],
      },
    ],
  },
  videos: [
    { id: '900', user_id: '77', title: 'Chess, part 1', created_at: '2026-01-01T10:00:00Z', duration: '1h2m3s' },
  ],
  clips: [
    {
      id: 'CheckMate',
      broadcaster_id: '77',
      creator_name: 'bob_the_host',
      video_id: '900',
      game_id: '42',
      title: 'Mate',
    },
  ],
} satisfies StreamSandboxOptions;

async function start(stream: StreamSandboxOptions = own) {
  const sandbox = await createSandbox({ listen: false, stream });
  const { clientId, clientSecret, authUrl } = sandbox.options.stream;
  const body = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
  });
  const { access_token } = await (await sandbox.fetch(`${authUrl}/oauth2/token`, { method: 'POST', body })).json();
  const headers = { authorization: `Bearer ${access_token}`, 'client-id': clientId };
  const get = async (path: string) => (await sandbox.fetch(`${sandbox.url}/stream/helix${path}`, { headers })).json();
  return { sandbox, get };
}

describe('your own records', () => {
  test('are found by ID, login and name, with the fields that the API derives', async () => {
    const { get } = await start();
    const { data } = await get('/users?id=77&login=bob_the_host');
    expect(data).toMatchObject([
      { id: '77', login: 'ann', display_name: 'Ann', broadcaster_type: '', view_count: 0 },
      { id: expect.stringMatching(/^9\d{9}$/), login: 'bob_the_host', broadcaster_type: 'partner' },
    ]);
    expect((await get('/games?name=House%20Chess')).data).toEqual([
      { id: '42', name: 'House Chess', igdb_id: '', box_art_url: expect.stringContaining('/boxart/42-') },
    ]);
    const channels = await get(`/channels?broadcaster_id=77&broadcaster_id=${data[1].id}`);
    expect(channels.data).toMatchObject([
      { broadcaster_name: 'Ann', game_name: 'House Chess', title: 'Chess in the kitchen', tags: ['kitchen'] },
      { title: 'Bob at home', broadcaster_language: 'de' },
    ]);
    expect((await get('/videos?id=900')).data).toMatchObject([
      {
        user_login: 'ann',
        user_name: 'Ann',
        type: 'archive',
        duration: '1h2m3s',
        published_at: '2026-01-01T10:00:00Z',
      },
    ]);
    expect((await get('/clips?id=CheckMate')).data).toMatchObject([
      { broadcaster_name: 'Ann', creator_id: data[1].id, creator_name: 'bob_the_host', video_id: '900', vod_offset: 0 },
    ]);
  });

  test('appear in lists and searches, page by page', async () => {
    const { get } = await start();
    const first = await get('/streams?first=1');
    expect(first.data).toMatchObject([{ user_login: 'ann', viewer_count: 1_000_000, game_id: '42', type: 'live' }]);
    const rest = await get(`/streams?first=100&after=${first.pagination.cursor}`);
    expect(rest.data).toHaveLength(3);
    expect((await get('/games/top?first=1')).data).toMatchObject([{ id: '42' }]);
    expect((await get('/streams?game_id=42')).data).toHaveLength(1);
    expect((await get('/search/channels?query=ann&live_only=true')).data).toMatchObject([{ id: '77', is_live: true }]);
    expect((await get('/search/channels?query=bob_the')).data).toMatchObject([{ is_live: false }]);
    expect((await get('/search/categories?query=house%20chess')).data).toMatchObject([{ id: '42' }]);
    expect((await get('/clips?broadcaster_id=77')).data).toMatchObject([{ id: 'CheckMate' }]);
    expect((await get('/videos?user_id=77')).data).toMatchObject([{ id: '900' }]);
    expect((await get('/clips?game_id=42')).data).toHaveLength(1);
  });

  test('have different IDs if they have the same title', async () => {
    const { get } = await start({
      users: [{ id: '77', login: 'ann' }],
      clips: [1, 2].map(() => ({ broadcaster_id: '77', title: 'Mate' })),
      videos: [1, 2].map(() => ({ user_id: '77', title: 'Chess' })),
    });
    for (const path of ['/clips?broadcaster_id=77', '/videos?user_id=77']) {
      const { data } = await get(path);
      expect(new Set(data.map(({ id }: { id: string }) => id)).size).toBe(2);
    }
  });

  test('do not change generated records', async () => {
    const [mixed, plain] = [await start(), await start({ users: 20, games: 5, streams: 3 })];
    const users = plain.sandbox.controls.stream.users();
    expect(mixed.sandbox.controls.stream.users().slice(0, 20)).toEqual(users);
    for (const path of ['/channels/followers?broadcaster_id=', '/videos?user_id=', '/clips?broadcaster_id='])
      expect(await mixed.get(path + users[0]?.id)).toEqual(await plain.get(path + users[0]?.id));
    const { data } = await mixed.get('/streams');
    expect(data.slice(1)).toEqual((await plain.get('/streams')).data);
  });

  test('replace generated records with the same ID or name', async () => {
    const plain = await start({ users: 20, streams: 3 });
    const [first, second] = plain.sandbox.controls.stream.users();
    const { get, sandbox } = await start({
      users: {
        generated: 20,
        own: [
          { id: first?.id, login: 'ann' },
          { login: second?.login ?? '', description: 'Mine' },
        ],
      },
      streams: { generated: 3, own: [{ user_login: second?.login, viewer_count: 7 }] },
    });
    expect(sandbox.controls.stream.users()).toHaveLength(20);
    expect((await get(`/users?id=${first?.id}&id=${second?.id}`)).data).toMatchObject([
      { login: 'ann' },
      { login: second?.login, description: 'Mine' },
    ]);
    const { data } = await get(`/streams?user_id=${second?.id}`);
    expect(data).toMatchObject([{ viewer_count: 7 }]);
  });

  test.each<[object, string]>([
    [{ users: [{ logn: 'x' }] }, 'unknown option stream.users[0].logn; did you mean stream.users[0].login?'],
    [
      { users: [{ display_name: 'x' }] },
      'stream.users[0].login is required: lower-case letters, digits and underscores',
    ],
    [
      { users: [{ login: 'x' }, { login: 'x' }] },
      'stream.users[1].login must be unique; stream.users[0] has "x" already',
    ],
    [
      { users: [{ login: 'x', created_at: '2026-01-01' }] },
      'stream.users[0].created_at must be a date and time such as',
    ],
    [{ users: 'many' }, 'stream.users must be a number, or an array of users; got "many"'],
    [{ users: { generated: 0 } }, 'stream.users.generated must be a whole number of at least 1; got 0'],
    [{ users: { genrated: 5 } }, 'unknown option stream.users.genrated; did you mean stream.users.generated?'],
    [{ games: [{ name: 'x', igdb_id: 5 }] }, 'stream.games[0].igdb_id must be a string; got a number'],
    [{ streams: [{ title: 'x' }] }, 'stream.streams[0].user_id is required'],
    [
      { users: [{ login: 'house_ann' }], streams: { own: [{ user_login: 'house_an' }] } },
      'stream.streams.own[0].user_login must be the login of a user; there is none with "house_an"; did you mean "house_ann"?',
    ],
    [
      { users: [{ id: '77', login: 'ann' }], clips: [{ broadcaster_id: '77', title: 'x', video_id: '1' }] },
      'stream.clips[0].video_id must be the ID of a video; there is none with "1"',
    ],
    [
      { clips: [{ title: 'x', duration: 61 }] },
      'stream.clips[0].duration must be a number of seconds from 5 to 60; got 61',
    ],
    [{ videos: [{ user_id: '1', title: 'x' }] }, 'stream.videos[0].user_id must be the ID of a user; there is none'],
    [
      { users: [{ id: '77', login: 'ann' }], streams: [{ user_id: '77', game_name: 'Nothing of the kind' }] },
      'stream.streams[0].game_name must be the name of a game; there is none',
    ],
    [
      {
        users: [
          { id: '77', login: 'ann' },
          { id: '78', login: 'bob' },
        ],
        channels: [{ broadcaster_id: '77', broadcaster_login: 'bob' }],
      },
      'stream.channels[0] must name one user; it names two',
    ],
    [
      { users: [{ login: 'ann' }], streams: [{ user_login: 'ann' }, { user_login: 'ann' }] },
      'stream.streams[1] must be the only stream of ann; there is another one',
    ],
  ])('are refused with the place of the mistake: %j', async (stream, message) => {
    await expect(createSandbox({ listen: false, stream: stream as StreamSandboxOptions })).rejects.toThrow(message);
  });

  test('are refused if one has the ID of one generated user and the login of another', async () => {
    const [first, second] = (await start({ users: 20 })).sandbox.controls.stream.users();
    const users = { generated: 20, own: [{ id: first?.id, login: second?.login ?? '' }] };
    await expect(createSandbox({ listen: false, stream: { users } })).rejects.toThrow(
      `stream.users.own[0].login must be unique; ${second?.id} has "${second?.login}" already: set this ID to replace it`,
    );
  });
});
