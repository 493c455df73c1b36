import { beforeEach, describe, expect, test } from 'vitest';
import { type TestStream, testStream } from '../testing.ts';
import { userId } from '../world/values.ts';

let stream: TestStream;
beforeEach(() => {
  stream = testStream();
});

describe('PUT /users', () => {
  const put = (query: string, ...scopes: string[]) =>
    stream.send('PUT', `/users${query}`, stream.as(0, 'user:edit', ...scopes));

  test('the description is reported, with the address for those who may read it', async () => {
    expect((await put('?description=I%20knit')).body.data[0]).not.toHaveProperty('email');
    expect((await put('?description=', 'user:read:email')).body.data[0].email).toMatch(/@mail\.example$/);
    const [first, second] = stream.happenings;
    expect(first).toMatchObject({ type: 'user.update', subject: { user_id: userId(0) } });
    expect(first?.event).toMatchObject({ description: 'I knit', email: '', email_verified: false });
    expect(second?.event).toMatchObject({ description: '', email_verified: true });
  });

  test('has 300 characters at most', async () => {
    expect((await put(`?description=${encodeURIComponent('é'.repeat(300))}`)).status).toBe(200);
    expect((await put(`?description=${encodeURIComponent('é'.repeat(301))}`)).status).toBe(400);
  });
});

test('the app sees all that each user has granted it, until it is taken back', async () => {
  stream.as(0, 'bits:read', 'user:edit');
  stream.as(0, 'user:edit', 'clips:edit');
  stream.as(1);
  const ask = (...ids: string[]) => stream.get(`/authorization/users?${ids.map((id) => `user_id=${id}`).join('&')}`);
  expect((await ask(userId(1), userId(0))).body.data).toMatchObject([
    { user_id: userId(1), scopes: [] },
    { user_id: userId(0), scopes: ['bits:read', 'user:edit', 'clips:edit'] },
  ]);
  stream.controls.revokeTokens({ userId: userId(0) });
  expect((await ask(userId(0))).body.data).toEqual([]);
  expect((await ask()).status).toBe(400);
  expect((await ask(...Array.from({ length: 11 }, (_, index) => String(index)))).status).toBe(400);
});

describe('blocks', () => {
  const set = (method: 'PUT' | 'DELETE', query: string) =>
    stream.send(method, `/users/blocks?${query}`, stream.as(0, 'user:manage:blocked_users'));

  test.each([
    ['PUT', '', 400],
    ['PUT', `target_user_id=${userId(0)}`, 400],
    ['PUT', 'target_user_id=1', 400],
    ['PUT', `target_user_id=${userId(1)}&reason=boredom`, 400],
    ['PUT', `target_user_id=${userId(1)}&source_context=mail`, 400],
    ['PUT', `target_user_id=${userId(1)}&source_context=chat&reason=spam`, 204],
    ['DELETE', '', 400],
  ] as const)('%s %s gets status %i', async (method, query, status) => {
    expect((await set(method, query)).status).toBe(status);
  });
});

test('videos are deleted at most five at once, all or none', async () => {
  const [one] = (await stream.get(`/videos?user_id=${userId(0)}`)).body.data;
  const [other] = (await stream.get(`/videos?user_id=${userId(1)}`)).body.data;
  const remove = (ids: string[]) =>
    stream.send('DELETE', `/videos?${ids.map((id) => `id=${id}`).join('&')}`, stream.as(0, 'channel:manage:videos'));
  expect((await remove([one.id, other.id])).status).toBe(401);
  for (const wrong of [[], ['1', '2', '3', '4', '5', '6']]) expect((await remove(wrong)).status).toBe(400);
  expect((await remove([one.id, 'nonsense'])).body).toEqual({ data: [one.id] });
});

test('the stream key is nowhere else', async () => {
  const token = stream.as(0, 'channel:read:stream_key');
  expect(JSON.stringify((await stream.get(`/users?id=${userId(0)}`, token)).body)).not.toContain('live_');
});

test('tags of old are gone, their endpoints not', async () => {
  for (const path of ['/tags/streams?tag_id=', '/streams/tags']) expect((await stream.get(path)).status).toBe(400);
});
