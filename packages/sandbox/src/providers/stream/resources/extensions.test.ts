import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Row, type TestStream, testStream } from '../testing.ts';
import { userId } from '../world/values.ts';

const secret = Buffer.from('the key of these tests').toString('base64');
const channel = userId(0);
let stream: TestStream;
let id: string;
beforeEach(() => {
  stream = testStream({ extension: { secret } });
  id = stream.clientId;
});

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function sign(claims: object = {}, key = secret, header: object = { alg: 'HS256', typ: 'JWT' }): string {
  const exp = stream.clock.now() / 1000 + 60;
  const text = `${encode(header)}.${encode({ exp, user_id: userId(0), role: 'external', ...claims })}`;
  return `${text}.${createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64url')}`;
}

const send = (method: string, path: string, body?: object, claims?: object) =>
  stream.send(method, path, sign(claims), body);

describe('the JWT of a back end', () => {
  const ask = (jwt: string) => stream.get(`/extensions?extension_id=${id}`, jwt);

  test('opens what a bearer token does not, and the other way round', async () => {
    expect((await ask(sign())).status).toBe(200);
    expect((await ask(await stream.appToken())).body.message).toBe('Invalid JWT token');
    expect((await stream.get('/streams', sign())).body.message).toBe('Invalid OAuth token');
    expect((await stream.request(`/helix/extensions?extension_id=${id}`)).body.message).toBe('JWT token is missing');
    const headers = { authorization: `Bearer ${sign()}`, 'client-id': 'other' };
    expect((await stream.request(`/helix/extensions?extension_id=${id}`, { headers })).status).toBe(401);
  });

  test('must be signed with the secret, be current, and be of a back end', async () => {
    const [header, payload, signature] = sign().split('.');
    const forged = encode({ exp: 9e9, role: 'external', user_id: '1' });
    const wrong = {
      'another key': sign({}, Buffer.from('nonsense').toString('base64')),
      expired: sign({ exp: stream.clock.now() / 1000 }),
      'without an end': sign({ exp: undefined }),
      viewer: sign({ role: 'viewer' }),
      'without algorithm': sign({}, secret, { alg: 'none' }),
      'another algorithm': sign({}, secret, { alg: 'HS512' }),
      'another payload': `${header}.${forged}.${signature}`,
      'without signature': `${header}.${payload}.`,
      'four parts': `${sign()}.x`,
      'no JSON': `${sign().slice(1)}`,
    };
    for (const [what, jwt] of Object.entries(wrong)) expect([what, (await ask(jwt)).status]).toEqual([what, 401]);
  });
});

test('secrets are replaced, the old ones working for another hour', async () => {
  const renew = (query: string) => stream.send('POST', `/extensions/jwt/secrets?extension_id=${id}${query}`, sign());
  expect((await renew('&delay=299')).status).toBe(400);
  const [{ format_version, secrets }] = (await renew('&delay=600')).body.data;
  expect(format_version).toBe(1);
  expect(secrets).toEqual([
    expect.objectContaining({ content: secret, expires_at: '2026-01-01T01:10:00Z' }),
    expect.objectContaining({ active_at: '2026-01-01T00:10:00Z' }),
  ]);
  const list = (jwt: string) => stream.get('/extensions/jwt/secrets', jwt);
  const next = secrets[1]?.content ?? '';
  expect((await list(sign({}, next))).status).toBe(401);
  await stream.clock.advance(600_000);
  expect((await list(sign({}, next))).body.data[0].secrets).toEqual(secrets);
  expect((await list(sign())).status).toBe(200);
  await stream.clock.advance(3_600_000);
  expect((await list(sign())).status).toBe(401);
  expect((await stream.send('POST', '/extensions/jwt/secrets', sign({}, next))).status).toBe(400);
});

describe('configuration', () => {
  const put = (body: object) => send('PUT', '/extensions/configurations', { extension_id: id, ...body });
  const get = (query: string) => stream.get(`/extensions/configurations?extension_id=${id}&${query}`, sign());

  test('segments are written and read in the order asked for', async () => {
    expect((await put({ segment: 'global', content: 'hello', version: '0.0.1' })).status).toBe(204);
    expect(
      (await put({ segment: 'broadcaster', broadcaster_id: channel, content: '{"a":1}', version: '2' })).status,
    ).toBe(204);
    const { body } = await get(`segment=broadcaster&segment=global&segment=developer&broadcaster_id=${channel}`);
    expect(body.data).toEqual([
      { segment: 'broadcaster', broadcaster_id: channel, content: '{"a":1}', version: '2' },
      { segment: 'global', content: 'hello', version: '0.0.1' },
    ]);
    await put({ segment: 'global', content: 'bye' });
    expect((await get('segment=global')).body.data).toEqual([{ segment: 'global', content: 'bye', version: '0.0.1' }]);
  });

  test('refusals, and twenty requests a minute for each segment', async () => {
    expect((await put({ segment: 'broadcaster', content: 'x' })).status).toBe(400);
    expect((await put({ segment: 'local', content: 'x' })).status).toBe(400);
    expect((await put({ segment: 'global', content: 'é'.repeat(2561) })).status).toBe(400);
    expect((await put({ extension_id: 'other', segment: 'global' })).status).toBe(401);
    expect((await get('segment=developer')).status).toBe(400);
    expect((await get('segment=local')).status).toBe(400);
    expect((await get('')).status).toBe(400);
    for (let count = 0; count < 20; count += 1) expect((await get('segment=global')).status).toBe(200);
    expect((await get('segment=global')).status).toBe(429);
    expect((await get(`segment=broadcaster&broadcaster_id=${channel}`)).status).toBe(200);
  });
});

describe('messages', () => {
  const perms = (send: string[], channel_id = channel) => ({ channel_id, pubsub_perms: { send } });
  const publish = (body: object, claims: object) => send('POST', '/extensions/pubsub', body, claims);
  const message = { target: ['broadcast'], broadcaster_id: channel, message: 'hi' };

  test('reach a channel, all channels, or its chat', async () => {
    expect((await publish(message, perms(['broadcast']))).status).toBe(204);
    const global = { target: ['global'], is_global_broadcast: true, message: 'all' };
    expect((await publish(global, perms(['global'], 'all'))).status).toBe(204);
    const said = { text: 'hello chat', extension_id: id, extension_version: '1.0.0' };
    const chat = (body: object, channel_id = channel) =>
      send('POST', `/extensions/chat?broadcaster_id=${channel}`, body, { channel_id });
    expect((await chat(said)).status).toBe(204);
    expect(stream.controls.extensionMessages()).toEqual([
      { by: 'pubsub', targets: ['broadcast'], broadcasterId: channel, text: 'hi' },
      { by: 'pubsub', targets: ['global'], text: 'all' },
      { by: 'chat', targets: ['broadcast'], broadcasterId: channel, text: 'hello chat' },
    ]);
    expect((await chat(said, userId(1))).status).toBe(401);
    expect((await chat({ ...said, text: 'x'.repeat(281) })).status).toBe(400);
    expect((await chat({ ...said, extension_version: '9' })).status).toBe(400);
    expect((await chat({ ...said, text: undefined })).status).toBe(400);
    for (let count = 0; count < 8; count += 1) await chat(said);
    expect((await chat(said)).status).toBe(429);
  });

  test.each([
    [{ ...message, message: 'x'.repeat(5121) }, ['broadcast'], 422],
    [{ ...message, target: ['global'] }, ['global'], 400],
    [{ ...message, is_global_broadcast: true }, ['broadcast'], 400],
    [{ ...message, target: ['shout'] }, ['broadcast'], 400],
    [{ ...message, target: undefined }, ['broadcast'], 400],
    [{ ...message, broadcaster_id: userId(1) }, ['broadcast'], 401],
    [message, [], 401],
    [{ ...message, target: ['whisper-U1'] }, ['broadcast'], 401],
    [{ ...message, target: ['whisper-U1'] }, ['*'], 204],
  ])('%j with permission for %j gets status %i', async (body, send, status) => {
    expect((await publish(body, perms(send))).status).toBe(status);
  });
});

test('versions are found, released ones by anybody', async () => {
  const own = (query = '') => stream.get(`/extensions?extension_id=${id}${query}`, sign());
  const released = (query: string) => stream.get(`/extensions/released?${query}`);
  expect((await own()).body.data[0]).toMatchObject({ id, version: '1.0.0', state: 'Released' });
  expect((await own('&extension_version=1.1.0')).body.data[0]).toMatchObject({ version: '1.1.0', state: 'InTest' });
  expect((await own('&extension_version=9')).body.data).toEqual([]);
  expect((await stream.get('/extensions?extension_id=other', sign())).status).toBe(404);
  expect((await released(`extension_id=${id}`)).body.data[0]).toMatchObject({ version: '1.0.0' });
  expect((await released(`extension_id=${id}&extension_version=1.1.0`)).status).toBe(404);
  expect((await released('')).status).toBe(400);
});

test('the live channels that have it, with the cursor as a string', async () => {
  const live = (query = '') => stream.get<Row>(`/extensions/live?extension_id=${id}${query}`);
  const { data, pagination } = (await live('&first=100')).body;
  expect(data.length).toBe(100);
  const next = (await live(`&first=100&after=${pagination}`)).body;
  expect(next.data[0]).not.toEqual(data[0]);
  let last = next;
  while (last.pagination) last = (await live(`&first=100&after=${last.pagination}`)).body;
  expect(last.pagination).toBe('');
  expect((await stream.get('/extensions/live?extension_id=other')).status).toBe(404);
  expect((await stream.get('/extensions/live')).status).toBe(400);
});

describe('products', () => {
  const put = (body: object) => stream.send('PUT', '/bits/extensions', undefined, body);
  const product = { sku: 'a-1_b.c', cost: { amount: 990, type: 'bits' }, display_name: 'Crate' };
  const list = async (query = '') => (await stream.get(`/bits/extensions${query}`)).body.data;

  test('are added, changed, sold, and taken off sale by their date', async () => {
    const full = { ...product, in_development: false, expiration: '', is_broadcast: false };
    expect((await put(product)).body).toEqual({ data: [full] });
    const skus = (await list()).map(({ sku }) => sku);
    expect(skus).toEqual([...skus].sort());
    expect(await list()).toContainEqual(full);
    const transaction = stream.controls.buyProduct({ userId: userId(9), broadcasterId: channel, sku: product.sku });
    const { body } = await stream.get(`/extensions/transactions?extension_id=${id}&first=1`);
    expect(body.data).toEqual([
      expect.objectContaining({
        id: transaction,
        broadcaster_id: channel,
        user_id: userId(9),
        product_type: 'BITS_IN_EXTENSION',
        product_data: {
          sku: product.sku,
          domain: `twitch.ext.${id}`,
          cost: product.cost,
          inDevelopment: false,
          displayName: 'Crate',
          expiration: '',
          broadcast: false,
        },
      }),
    ]);
    expect(stream.happenings).toEqual([
      expect.objectContaining({
        type: 'extension.bits_transaction.create',
        subject: { extension_client_id: id },
        event: expect.objectContaining({
          id: transaction,
          product: { name: 'Crate', bits: 990, sku: product.sku, in_development: false },
        }),
      }),
    ]);
    await put({ ...product, expiration: '2025-12-31T00:00:00Z' });
    expect(await list()).not.toContainEqual(expect.objectContaining({ sku: product.sku }));
    expect(await list('?should_include_all=true')).toContainEqual(expect.objectContaining({ sku: product.sku }));
  });

  test.each([
    [{ sku: undefined }],
    [{ sku: 'a b' }],
    [{ cost: undefined }],
    [{ cost: { amount: 0, type: 'bits' } }],
    [{ cost: { amount: 10_001, type: 'bits' } }],
    [{ cost: { amount: 1, type: 'gold' } }],
    [{ display_name: '' }],
    [{ expiration: 'never' }],
  ])('with %j are refused', async (wrong) => {
    expect((await put({ ...product, ...wrong })).status).toBe(400);
  });

  test('sales are paged and found by id, of the app’s own extension', async () => {
    const sales = (query: string) => stream.get(`/extensions/transactions?${query}`);
    const first = (await sales(`extension_id=${id}`)).body;
    const second = (await sales(`extension_id=${id}&after=${first.pagination.cursor}`)).body;
    const ids = [first.data[0].id, second.data[0].id];
    const found = await sales(`extension_id=${id}&id=${ids[1]}&id=${ids[0]}`);
    expect(found.body.data.map((each) => each.id)).toEqual(ids);
    expect((await sales(`extension_id=${id}&id=nope`)).status).toBe(404);
    expect((await sales('extension_id=other')).status).toBe(401);
    expect((await sales('')).status).toBe(400);
  });
});

describe('what a channel has installed', () => {
  const editing = 'user:edit:broadcast';
  const installed = async (...scopes: string[]) =>
    (await stream.get('/users/extensions/list', stream.as(0, ...scopes))).body.data;
  const active = async () => (await stream.get<Row>(`/users/extensions?user_id=${channel}`)).body.data;
  const put = (data: object) => stream.send<Row>('PUT', '/users/extensions', stream.as(0, editing), { data });

  test('is shown, what is not in use to editors only', async () => {
    const all = await installed(editing);
    const [own] = all;
    expect(own).toEqual({
      id,
      version: '1.0.0',
      name: 'Sandbox Companion',
      can_activate: false,
      type: ['component', 'panel'],
    });
    const seen = await installed('user:read:broadcast');
    expect(seen.length).toBeLessThan(all.length);
    expect(JSON.stringify(await active())).toContain(seen[0]?.id ?? 'none');
  });

  test('is put into slots, once it is configured', async () => {
    const slot = { active: true, id, version: '1.0.0' };
    expect((await put({ panel: { '2': slot } })).status).toBe(400);
    await send('PUT', `/extensions/required_configuration?broadcaster_id=${channel}`, {
      extension_id: id,
      extension_version: '1.0.0',
      required_configuration: 'done',
    });
    expect((await installed(editing))[0]?.can_activate).toBe(true);
    const { body } = await put({ panel: { '2': slot }, overlay: { '1': { active: false } } });
    expect(body.data.panel['2']).toEqual({ ...slot, name: 'Sandbox Companion' });
    expect(body.data.overlay['1']).toEqual({ active: false });
    expect(await active()).toEqual(body.data);
    const component = { ...slot, x: 5, y: 7 };
    await put({ panel: { '2': { active: false } }, component: { '1': component } });
    expect((await active()).component['1']).toEqual({ ...component, name: 'Sandbox Companion' });
    expect((await put({ panel: { '1': { ...slot, version: '9' } } })).status).toBe(404);
    expect((await put({ overlay: { '1': slot } })).status).toBe(404);
    expect((await put({ panel: { '1': { active: true, version: '1.0.0' } } })).status).toBe(400);
    expect((await put({ panel: { '1': slot, '2': slot } })).status).toBe(400);
    const malformed = await stream.send('PUT', '/users/extensions', stream.as(0, editing), {});
    expect(malformed.status).toBe(400);
  });

  test('an app token must name the user', async () => {
    expect((await stream.get('/users/extensions')).status).toBe(400);
    const mine = await stream.get<Row>('/users/extensions', stream.as(0));
    expect(mine.body.data).toEqual(await active());
    expect(Object.keys(mine.body.data.panel)).toEqual(['1', '2', '3']);
  });
});
