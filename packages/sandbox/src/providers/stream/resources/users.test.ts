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
  const description = async () => (await stream.get(`/users?id=${userId(0)}`)).body.data[0].description;

  test('the description is set, stored, cleared, and reported', async () => {
    expect((await put('?description=I%20knit')).body.data[0].description).toBe('I knit');
    expect((await put('')).body.data[0]).not.toHaveProperty('email');
    expect(await description()).toBe('I knit');
    expect((await put('?description=', 'user:read:email')).body.data[0].email).toMatch(/@mail\.example$/);
    expect(await description()).toBe('');
    const events = stream.happenings.map(({ type, subject, event }) => [type, subject, event]);
    expect(events[0]).toEqual([
      'user.update',
      { user_id: userId(0) },
      expect.objectContaining({ user_id: userId(0), description: 'I knit', email: '', email_verified: false }),
    ]);
    expect(events[2]?.[2]).toMatchObject({ description: '', email_verified: true });
  });

  test('300 characters at most, and the scope is needed', async () => {
    expect((await put(`?description=${encodeURIComponent('é'.repeat(300))}`)).status).toBe(200);
    expect((await put(`?description=${encodeURIComponent('é'.repeat(301))}`)).status).toBe(400);
    expect((await stream.send('PUT', '/users?description=x', stream.as(0))).body.message).toBe(
      'Missing scope: user:edit',
    );
  });
});

test('the app sees what each user has granted it; who has granted nothing is left out', async () => {
  stream.as(0, 'bits:read', 'user:edit');
  stream.as(0, 'user:edit', 'clips:edit');
  stream.as(1);
  const ask = (...ids: string[]) => stream.get(`/authorization/users?${ids.map((id) => `user_id=${id}`).join('&')}`);
  const { body } = await ask(userId(2), userId(1), userId(0), '1');
  expect(body.data).toEqual([
    expect.objectContaining({ user_id: userId(1), scopes: [] }),
    expect.objectContaining({ user_id: userId(0), scopes: ['bits:read', 'user:edit', 'clips:edit'] }),
  ]);
  stream.controls.revokeTokens({ userId: userId(0) });
  expect((await ask(userId(0))).body.data).toEqual([]);
  expect((await ask()).status).toBe(400);
  expect((await ask(...Array.from({ length: 11 }, (_, index) => String(index)))).status).toBe(400);
});

describe('blocks', () => {
  const scopes = ['user:read:blocked_users', 'user:manage:blocked_users'];
  const set = (method: 'PUT' | 'DELETE', query: string) =>
    stream.send(method, `/users/blocks?${query}`, stream.as(0, ...scopes));
  const list = async (query = '') =>
    (await stream.get(`/users/blocks?broadcaster_id=${userId(0)}${query}`, stream.as(0, ...scopes))).body;

  test('who is blocked is listed, the latest first, until unblocked', async () => {
    for (const rank of [5, 6, 7, 6]) expect((await set('PUT', `target_user_id=${userId(rank)}`)).status).toBe(204);
    const { data } = await list();
    expect(data.map((each) => each.user_id)).toEqual([userId(7), userId(6), userId(5)]);
    const { pagination } = await list('&first=2');
    expect((await list(`&first=2&after=${pagination.cursor}`)).data.length).toBe(1);
    for (const rank of [6, 6]) expect((await set('DELETE', `target_user_id=${userId(rank)}`)).status).toBe(204);
    expect((await list()).data.map((each) => each.user_id)).toEqual([userId(7), userId(5)]);
  });

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

test('videos are deleted by their owner, at most five at once, all or none', async () => {
  const scope = 'channel:manage:videos';
  const [one, two] = (await stream.get(`/videos?user_id=${userId(0)}`)).body.data;
  const [other] = (await stream.get(`/videos?user_id=${userId(1)}`)).body.data;
  const remove = (ids: string[]) =>
    stream.send('DELETE', `/videos?${ids.map((id) => `id=${id}`).join('&')}`, stream.as(0, scope));
  expect((await remove([one.id, other.id])).status).toBe(401);
  expect((await remove([])).status).toBe(400);
  expect((await remove(['1', '2', '3', '4', '5', '6'])).status).toBe(400);
  expect((await remove([one.id, 'nonsense', two.id])).body).toEqual({ data: [one.id, two.id] });
  expect((await stream.get(`/videos?id=${one.id}`)).status).toBe(404);
  expect((await stream.get(`/videos?id=${other.id}`)).status).toBe(200);
});

test('only the broadcaster can read the stream key', async () => {
  const token = stream.as(0, 'channel:read:stream_key');
  const path = `/streams/key?broadcaster_id=${userId(0)}`;
  const key = { data: [{ stream_key: expect.stringMatching(new RegExp(`^live_${userId(0)}_\\w{30}$`)) }] };
  expect((await stream.get(path, token)).body).toEqual(key);
  expect(JSON.stringify((await stream.get(`/users?id=${userId(0)}`, token)).body)).not.toContain('live_');
});

test('tags of old are gone, their endpoints not', async () => {
  expect((await stream.get('/tags/streams?tag_id=x')).body).toEqual({ data: [], pagination: {} });
  expect((await stream.get('/tags/streams?tag_id=')).status).toBe(400);
  expect((await stream.get(`/streams/tags?broadcaster_id=${userId(0)}`)).body).toEqual({ data: [] });
  expect((await stream.get('/streams/tags')).status).toBe(400);
});
