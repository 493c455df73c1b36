import { expect, test } from 'vitest';
import { testStream } from '../../../test/stream.ts';
import data from './data/stream.json' with { type: 'json' };
import { userId } from './data/values.ts';
import type { Facts } from './endpoint.ts';
import rows from './endpoints.json' with { type: 'json' };
import events from './events/events.json' with { type: 'json' };
import { eventTypes } from './events/types.ts';
import { knownScopes } from './sign-in/scopes.ts';

const endpoints = Object.entries<object>(rows).map(([name, row]) => [name, row as Facts] as const);
const [owner, stranger] = [userId(0), userId(500)];
const stream = testStream({ limits: 'off' });

/** Checks of a row's fields. */
const fields: Record<Exclude<keyof Facts, 'query' | 'body'>, (value: unknown) => boolean> = {
  token: (value) => ['user', 'app', 'extension', 'none'].includes(value as string),
  scopes: (value) => Array.isArray(value) && value.length > 0 && value.every((scope) => knownScopes.includes(scope)),
  own: (value) => typeof value === 'string' && value.endsWith('_id'),
  ownInBody: (value) => typeof value === 'string' && value.endsWith('_id'),
  paid: (value) => value === true,
  user: (value) => typeof value === 'string' && value.endsWith('_id'),
  unknown: (value) => value === 404,
  moderated: (value) => value === true,
  bot: (value) => value === 'user' || value === 'room',
  foreign: (value) => typeof value === 'string',
  others: (value) => typeof value === 'string',
  limit: (value) => Object.entries(value as object).every(([name, each]) => name === 'per' || each > 0),
  status: (value) => value === 202,
  page: (value) => Object.values(value as object).every((each) => each === true || each > 0),
};

test.each(endpoints)('the row of %s follows the schema', (name, row) => {
  expect(name).toMatch(/^(GET|POST|PUT|PATCH|DELETE) (\/[a-z_0-9]+)+$/);
  for (const [field, value] of Object.entries(row))
    expect(fields[field as keyof typeof fields]?.(value), field).toBe(true);
  // With an app token, the scopes of the acting user count.
  if (row.own ?? row.ownInBody ?? row.moderated) expect(row.token === 'user' || row.scopes !== undefined).toBe(true);
});

const kinds = { user: 'Missing User OAUTH Token', app: 'Must provide valid app token.' } as const;
const ofKind = endpoints.filter(([, { token }]) => token === 'user' || token === 'app');
test.each(ofKind)('%s takes one kind of token, with a scope', async (name, { token, scopes }) => {
  const [method = '', path = ''] = name.split(' ');
  const message = async (sent: string) => (await stream.send(method, path, sent)).body.message;
  const [app, user] = [await stream.appToken(), stream.controls.issueUserToken().accessToken];
  expect(await message(token === 'app' ? user : app)).toBe(kinds[token as 'user' | 'app']);
  if (scopes) expect(await message(user)).toBe(`Missing scope: ${scopes.join(' or ')}`);
});

const ofBothKinds = endpoints.filter(([, { token, scopes }]) => !token && scopes);
test.each(ofBothKinds)('%s takes an app token once the acting user has granted a scope', async (name, row) => {
  const { own = row.moderated ? 'moderator_id' : 'broadcaster_id', ownInBody, scopes = [], bot } = row;
  const [method = '', path = ''] = name.split(' ');
  const index = endpoints.findIndex(([each]) => each === name);
  const [app, user, channel] = [await stream.appToken(), userId(index + 100), userId(index + 300)];
  const query = new URLSearchParams({ broadcaster_id: channel, from_broadcaster_id: channel, [own]: user });
  const message = async (token = app) => {
    const body = method === 'GET' ? undefined : { [ownInBody ?? '']: user };
    return (await stream.send(method, `${path}?${query}`, token, body)).body.message;
  };
  expect(await message(stream.controls.issueUserToken().accessToken)).toBe(`Missing scope: ${scopes.join(' or ')}`);
  for (const scope of [scopes.join(' or '), ...(bot ? ['user:bot'] : []), ...(bot === 'room' ? ['channel:bot'] : [])]) {
    expect(await message()).toBe(`Missing scope: ${scope}`);
    const granted = scope.split(' ').slice(0, 1);
    stream.controls.issueUserToken({ userId: scope === 'channel:bot' ? channel : user, scopes: granted });
  }
  expect(await message()).not.toBe(`Missing scope: ${scopes.join(' or ')}`);
});

test.each(endpoints.filter(([, { own }]) => own))("%s is about the token's user", async (name, row) => {
  const foreign = row.foreign ?? `The ID in ${row.own} must match the user ID found in the request's OAuth token.`;
  expect((await stream.call(owner, name)).body.message).toBe(`Missing required parameter "${row.own}"`);
  expect((await stream.call(owner, `${name}?${row.own}=me`)).body.message).toContain('value must be a numeric');
  expect(await stream.call(owner, `${name}?${row.own}=${stranger}`)).toMatchObject({
    status: 401,
    body: { message: foreign },
  });
});

test.each(endpoints.filter(([, { moderated }]) => moderated))('%s is for moderators', async (name, row) => {
  const ask = (user: string, query: string) => stream.call(user, `${name}?${query}`);
  const others = row.others ?? "The user in moderator_id is not one of the broadcaster's moderators.";
  expect(await ask(stranger, `broadcaster_id=${owner}&moderator_id=${stranger}`)).toMatchObject({
    status: 403,
    body: { message: others },
  });
  expect((await ask(stranger, `broadcaster_id=${owner}&moderator_id=${owner}`)).status).toBe(401);
  expect((await ask(owner, `moderator_id=${owner}`)).body.message).toBe('Missing required parameter "broadcaster_id"');
  expect((await ask(owner, `broadcaster_id=${owner}`)).body.message).toBe('Missing required parameter "moderator_id"');
  expect((await ask(owner, `broadcaster_id=1&moderator_id=${owner}`)).status).toBe(400);
});

test('records that no other test reads have the documented fields', async () => {
  const [own, moderated] = [`broadcaster_id=${owner}`, `broadcaster_id=${owner}&moderator_id=${owner}`];
  const { controls, clientId } = stream;
  const made = async (endpoint: string, body?: object) => (await stream.call(owner, endpoint, body)).body.data?.[0]?.id;
  await made(`PUT /users/blocks?target_user_id=${userId(501)}`);
  await made(`POST /moderation/blocked_terms?${moderated}`, { text: 'ending' });
  await made(`POST /moderation/bans?${moderated}`, { data: { user_id: stranger } });
  await made(`POST /moderation/moderators?${own}&user_id=${userId(502)}`);
  const outcomes = [{ title: 'Yes' }, { title: 'No' }];
  await made('POST /predictions', { broadcaster_id: owner, title: 'Rain?', outcomes, prediction_window: 60 });
  const session = await made(`POST /guest_star/session?${own}`);
  await made(`POST /guest_star/invites?${moderated}&session_id=${session}&guest_id=${userId(502)}`);
  controls.requestUnban({ broadcasterId: owner, userId: stranger, text: 'sorry' });
  controls.subscribe({ broadcasterId: owner, userId: stranger });
  await made('POST /streams/markers', { user_id: owner });
  const clip = await made(`GET /clips?${own}`);
  const [{ users }] = (await stream.get('/teams?id=9000')).body.data;
  const live = (await stream.get('/streams')).body.data;
  for (const [endpoint, by = owner] of [
    [`GET /streams/key?${own}`],
    [`GET /users/blocks?${own}`],
    [`GET /teams/channel?broadcaster_id=${users[0].user_id}`],
    ['GET /content_classification_labels'],
    [`GET /streams/markers?user_id=${owner}`],
    [`POST /clips?${own}`],
    [`GET /clips/downloads?${own}&editor_id=${owner}&clip_id=${clip}`],
    ['GET /bits/cheermotes'],
    [`GET /charity/donations?${own}`],
    [`GET /goals?${own}`],
    [`GET /extensions/live?extension_id=${clientId}`],
    [`GET /shared_chat/session?broadcaster_id=${live[5]?.user_id}`],
    [`GET /extensions/released?extension_id=${clientId}`],
    [`GET /guest_star/channel_settings?${moderated}`],
    [`GET /guest_star/invites?${moderated}&session_id=${session}`],
    [`DELETE /guest_star/session?${own}&session_id=${session}`],
    [`GET /subscriptions/user?${own}&user_id=${stranger}`, stranger],
    ['GET /users/extensions/list'],
    [`GET /chat/settings?${own}`],
    ['GET /chat/emotes/global'],
    ['GET /chat/emotes/set?emote_set_id=0'],
    [`GET /chat/emotes/user?user_id=${owner}`],
    [`GET /chat/badges?${own}`],
    [`GET /chat/color?user_id=${owner}`],
    [`GET /moderation/unban_requests?${moderated}&status=pending`],
    [`GET /moderation/automod/settings?${moderated}`],
    [`GET /moderation/blocked_terms?${moderated}`],
    [`GET /moderation/channels?user_id=${userId(502)}`, userId(502)],
    [`DELETE /moderation/suspicious_users?${moderated}&user_id=${stranger}`],
    [`GET /predictions?${own}`],
  ] as const)
    expect((await stream.call(by, endpoint)).body.data, endpoint).not.toEqual([]);
  expect((await stream.get('/bits/extensions')).body.data).not.toEqual([]);
  const conduit = (await stream.send('POST', '/eventsub/conduits', undefined, { shard_count: 1 })).body.data[0];
  expect((await stream.send('PATCH', '/eventsub/conduits', undefined, conduit)).body.data).toEqual([conduit]);
  expect((await stream.get('/eventsub/conduits')).body.data).toEqual([conduit]);
});

/** Returns every string of a sample, with the name of its field. */
function stringsOf(value: unknown, name = ''): [name: string, text: string][] {
  if (typeof value === 'string') return [[name, value]];
  return Object.entries(Object(value)).flatMap(([field, each]) => stringsOf(each, field));
}

test.each(eventTypes)('the row of $type $version follows the schema', ({ required, optional, scopes, ...row }) => {
  const { type, version, authorizers, bot, ownClient, sample, ...unknown } = row;
  expect([type, version]).toEqual([
    expect.stringMatching(/^[a-z_]+(\.[a-z_]+)+$/),
    expect.stringMatching(/^(\d|beta)$/),
  ]);
  expect(unknown).toEqual({});
  const condition = [...required, ...optional];
  expect(condition.length).toBeGreaterThan(0);
  expect(condition).toEqual(expect.arrayContaining([...authorizers, ...(ownClient ? [ownClient] : [])]));
  expect(authorizers.length > 0).toBe(scopes.length > 0);
  expect(knownScopes).toEqual(expect.arrayContaining(scopes.flat()));
  expect([undefined, 'user', 'room']).toContain(bot);
  if (typeof sample === 'string') {
    const [alike = '', of = ''] = sample.split(' ');
    const found = (events as Record<string, Record<string, { sample: unknown }>>)[alike]?.[of];
    return expect(found?.sample).toBeTypeOf('object');
  }
  for (const [name, text] of stringsOf(sample)) {
    if (name.startsWith('...')) expect(['channel', 'viewer', 'moderator', 'from', 'to']).toContain(text);
    else expect(text).toMatch(/^(\$[a-z_]+|@-?\d+|[^$@].*|)$/);
  }
});

test('the lists of words in the data have no duplicates and no empty words', () => {
  for (const [name, list] of Object.entries(data)) {
    const words = typeof list === 'string' ? list.split(' ') : Object.values<unknown>(list);
    expect(words.length, name).toBeGreaterThan(1);
    if (typeof list === 'string') expect([...new Set(words)].filter(Boolean), name).toEqual(words);
  }
  const parts = Object.keys(data.extensions[0] ?? {});
  for (const extension of data.extensions) expect(Object.keys(extension)).toEqual(parts);
  for (const { titles, language } of data.titles)
    expect([titles.length > 0, language.length > 1]).toEqual([true, true]);
});
