import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Row, type TestStream, testStream } from '../../../../test/stream.ts';
import { userId } from '../data/values.ts';

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

describe("a back end's JWT", () => {
  const ask = (jwt: string) => stream.get(`/extensions?extension_id=${id}`, jwt);

  test('opens endpoints that a bearer token does not, and vice versa', async () => {
    expect((await ask(sign())).status).toBe(200);
    for (const method of ['GET', 'POST'])
      expect((await send(method, `/extensions/jwt/secrets?extension_id=${id}`)).status).toBe(200);
    expect((await ask(await stream.appToken())).body.message).toBe('Invalid JWT token');
    expect((await stream.get('/streams', sign())).body.message).toBe('Invalid OAuth token');
    expect((await stream.request(`/helix/extensions?extension_id=${id}`)).body.message).toBe('JWT token is missing');
    const headers = { authorization: `Bearer ${sign()}`, 'client-id': 'other' };
    expect((await stream.request(`/helix/extensions?extension_id=${id}`, { headers })).status).toBe(401);
  });

  test('must be signed with the secret, be current, and come from a back end', async () => {
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

describe('configuration', () => {
  const put = (body: object) => send('PUT', '/extensions/configurations', { extension_id: id, ...body });
  const get = (query: string) => stream.get(`/extensions/configurations?extension_id=${id}&${query}`, sign());

  test('is refused if it is invalid, and after twenty requests a minute for a segment', async () => {
    expect((await put({ segment: 'broadcaster', content: 'x' })).status).toBe(400);
    expect((await put({ segment: 'local', content: 'x' })).status).toBe(400);
    expect((await put({ segment: 'global', content: 'é'.repeat(2561) })).status).toBe(400);
    expect((await put({ extension_id: 'other', segment: 'global' })).status).toBe(401);
    for (const query of ['segment=developer', 'segment=local', '']) expect((await get(query)).status).toBe(400);
    for (let count = 0; count < 20; count += 1) expect((await get('segment=global')).status).toBe(200);
    expect((await get('segment=global')).status).toBe(429);
    expect((await get(`segment=broadcaster&broadcaster_id=${channel}`)).status).toBe(200);
  });
});

describe('messages', () => {
  const perms = (send: string[], channel_id = channel) => ({ channel_id, pubsub_perms: { send } });
  const publish = (body: object, claims: object) => send('POST', '/extensions/pubsub', body, claims);
  const message = { target: ['broadcast'], broadcaster_id: channel, message: 'hi' };

  test('to a chat are refused for another channel, if too long, or without a version', async () => {
    const said = { text: 'hello chat', extension_id: id, extension_version: '1.0.0' };
    const chat = async (body: object, channel_id = channel) =>
      (await send('POST', `/extensions/chat?broadcaster_id=${channel}`, body, { channel_id })).status;
    expect(await chat(said, userId(1))).toBe(401);
    for (const wrong of [{ text: 'x'.repeat(281) }, { extension_version: '9' }, { text: undefined }])
      expect(await chat({ ...said, ...wrong })).toBe(400);
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

test('sales of products are listed', async () => {
  const product = { sku: 'a-1_b.c', cost: { amount: 990, type: 'bits' }, display_name: 'Crate' };
  await stream.send('PUT', '/bits/extensions', undefined, product);
  const sale = stream.controls.buyProduct({ userId: userId(9), broadcasterId: channel, sku: product.sku });
  const { body } = await stream.get(`/extensions/transactions?extension_id=${id}&first=1`);
  const shown = { sku: product.sku, domain: `twitch.ext.${id}`, cost: product.cost, displayName: 'Crate' };
  expect(body.data).toMatchObject([{ id: sale, product_type: 'BITS_IN_EXTENSION', product_data: shown }]);
});

describe('installed extensions', () => {
  const put = (data: object | undefined) =>
    stream.send<Row>('PUT', '/users/extensions', stream.as(0, 'user:edit:broadcast'), { data });

  test('go into one slot each, with their type and version, once they are configured', async () => {
    const slot = { active: true, id, version: '1.0.0' };
    expect((await put({ panel: { '2': slot } })).status).toBe(400);
    await send('PUT', `/extensions/required_configuration?broadcaster_id=${channel}`, {
      extension_id: id,
      extension_version: '1.0.0',
      required_configuration: 'done',
    });
    const { body } = await put({ panel: { '2': slot }, overlay: { '1': { active: false } } });
    expect(body.data.panel['2']).toEqual({ ...slot, name: 'Sandbox Companion' });
    for (const [wrong, status] of [
      [{ panel: { '1': { ...slot, version: '9' } } }, 404],
      [{ overlay: { '1': slot } }, 404],
      [{ panel: { '1': { active: true, version: '1.0.0' } } }, 400],
      [{ panel: { '1': slot, '2': slot } }, 400],
      [undefined, 400],
    ] as const)
      expect((await put(wrong)).status).toBe(status);
  });
});
