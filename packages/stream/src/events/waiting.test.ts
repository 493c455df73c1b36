import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { accepted, listen, online, sockets, subscription } from '../../test/fake-sockets.ts';
import { subscriptions } from '../events.ts';

/** Starts a listener whose requests to create subscriptions wait until the test responds. */
async function startSlowly(options: Parameters<typeof listen>[1] = {}) {
  const requests: PromiseWithResolvers<Response>[] = [];
  const respond = () => {
    const request = Promise.withResolvers<Response>();
    requests.push(request);
    return request.promise;
  };
  const listened = listen(respond, options);
  const { socket, wanted } = await listened.start();
  /** Returns the request with this number, once it has arrived. */
  const requested = async (index: number) => {
    await expect.poll(() => requests.length).toBeGreaterThan(index);
    return requests[index] as PromiseWithResolvers<Response>;
  };
  return { ...listened, socket, wanted, requests, requested };
}

const revocation = (id: string) => ({
  subscription: { ...subscription(undefined, id), status: 'authorization_revoked' },
});

it('a revocation while the connection is lost ends the wait: the subscription counts as refused', async () => {
  const { socket, wanted, requested, clock, next } = await startSlowly();
  socket.welcome('one');
  const request = await requested(0);
  socket.send('revocation', revocation('sub'));
  const following = next();
  socket.dispatch('close', { code: 4000, reason: '' });
  request.resolve(accepted('sub'));
  await clock.advance(1000);
  const isNeeded = await Promise.race([following.then(() => true), wanted.then(() => false)]);
  expect(isNeeded).toBe(false);
  expect(await wanted).toMatchObject({ subscribed: [], refused: [{ subscription: online }] });
});

it('a subscription that is revoked before the response to its creation arrives stays refused', async () => {
  const { socket, wanted, requested, events } = await startSlowly();
  socket.welcome('one');
  const request = await requested(0);
  socket.send('revocation', revocation('sub'));
  request.resolve(accepted('sub'));
  expect(await wanted).toMatchObject({ subscribed: [], refused: [{ subscription: online }] });
  expect(String(events.state.refused[0]?.error)).toMatch(
    /stream.online version 1 \(broadcaster_user_id "1"\): authorization_revoked/,
  );
  expect(events.state.status).toBe('degraded');
});

it('the cost in a response that arrives after its subscription was removed is not recorded', async () => {
  const { socket, wanted, requested, events } = await startSlowly();
  socket.welcome('one');
  const request = await requested(0);
  await events.setSubscriptions([]);
  await wanted;
  request.resolve(accepted('late'));
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  expect(events.state.cost).toBeUndefined();
});

it('the revocation of an earlier subscription does not end the one that replaced it', async () => {
  const { socket, wanted, requested, events } = await startSlowly();
  socket.welcome('one');
  (await requested(0)).resolve(accepted('new'));
  expect(await wanted).toMatchObject({ refused: [] });
  socket.send('revocation', revocation('old'));
  expect(events.state).toMatchObject({ status: 'connected', subscribed: 1, refused: [] });
});

it('a subscription that is created while the session moves counts as subscribed', async () => {
  const { socket, wanted, requested, next, events } = await startSlowly();
  socket.welcome('one');
  const request = await requested(0);
  const following = next();
  socket.send('session_reconnect', { session: { id: 'one', reconnect_url: 'wss://eventsub.wss.twitch.tv/ws?id=1' } });
  (await following).welcome('two');
  await expect.poll(() => socket.isClosed).toBe(true);
  request.resolve(accepted());
  expect(await wanted).toMatchObject({ subscribed: [online], refused: [] });
  expect(events.state.status).toBe('connected');
});

it('a session that is closed during a move does not cause a refusal', async () => {
  const { socket, wanted, requested, next } = await startSlowly();
  socket.welcome('one');
  const request = await requested(0);
  const following = next();
  socket.send('session_reconnect', { session: { id: 'one', reconnect_url: 'wss://eventsub.wss.twitch.tv/ws?id=1' } });
  const moved = await following;
  socket.dispatch('close', { code: 4004, reason: '' });
  request.resolve(Response.json({ error: 'Bad Request', status: 400, message: 'session not found' }, { status: 400 }));
  moved.welcome('two');
  (await requested(1)).resolve(accepted());
  expect(await wanted).toMatchObject({ subscribed: [online], refused: [] });
});

it('setSubscriptions rejects when the listener is closed while it waits, and afterwards', async () => {
  const { wanted, events } = await startSlowly();
  const rejection = expect(wanted).rejects.toMatchObject({ code: 'rejected', message: /the listener is closed/ });
  await events.close();
  await rejection;
  await expect(events.setSubscriptions([online])).rejects.toMatchObject({ code: 'rejected' });
  await expect(events.setSubscriptions([])).rejects.toMatchObject({ code: 'rejected' });
});

it('without a network, setSubscriptions rejects after timeoutMs with the reason, and the listener keeps trying', async () => {
  const { socket, wanted, events, clock, next, requested } = await startSlowly({ timeoutMs: 5000 });
  const outcome = wanted.catch((error: unknown) => error);
  const second = next();
  socket.dispatch('close', { code: 1006, reason: 'ECONNREFUSED' });
  await second;
  await clock.advance(4999);
  await expect
    .poll(() => events.state)
    .toMatchObject({ status: 'connecting', reason: expect.stringMatching(/ECONNREFUSED/) });
  sockets.at(-1)?.dispatch('close', { code: 1006, reason: 'ECONNREFUSED' });
  await clock.advance(1);
  expect(await outcome).toMatchObject({
    code: 'timeout',
    message: expect.stringMatching(/timeoutMs \(5000 ms\): 1 of 1 connections is not ready: ECONNREFUSED/),
  });
  const following = next();
  await clock.advance(60_000);
  (await following).welcome('one');
  (await requested(0)).resolve(accepted());
  await expect.poll(() => events.state).toMatchObject({ status: 'connected', subscribed: 1 });
});

it('setSubscriptions may take longer than timeoutMs as long as subscriptions are being created', async () => {
  const { socket, clock, events, requested, requests, wanted } = await startSlowly({ timeoutMs: 5000 });
  socket.welcome('one', 600);
  (await requested(0)).resolve(accepted('first'));
  await wanted;
  const channels = ['2', '3', '4'].map((id) => subscriptions.streamOnline(id));
  const all = events.setSubscriptions([online, ...channels]);
  await requested(3);
  for (const request of requests.slice(1)) {
    await clock.advance(4000);
    request.resolve(accepted());
    await expect.poll(() => events.state.subscribed).toBe(requests.indexOf(request) + 1);
  }
  expect((await all).subscribed).toHaveLength(4);
});

it('a refusal that no caller is waiting for is reported', async () => {
  const { socket, wanted, clock, reports, requested } = await startSlowly({ timeoutMs: 5000 });
  socket.welcome('one', 600);
  const outcome = wanted.catch((error: unknown) => error);
  const request = await requested(0);
  await clock.advance(5000);
  expect(await outcome).toMatchObject({ code: 'timeout' });
  request.resolve(Response.json({ error: 'Forbidden', status: 403, message: 'no' }, { status: 403 }));
  await expect.poll(() => reports).toContainEqual(['refused', expect.objectContaining({ subscription: online })]);
});

it("while the API fails, the reason in the listener's state is the error of the API", async () => {
  const { socket, events, requested, wanted, clock } = await startSlowly();
  socket.welcome('one', 600);
  const body = { error: 'Service Unavailable', status: 503, message: 'try later' };
  (await requested(0)).resolve(Response.json(body, { status: 503 }));
  await expect.poll(() => events.state.reason).toMatch(/1 of 1 connections is not ready: .*503/);
  await clock.advance(1000);
  (await requested(1)).resolve(accepted());
  expect(await wanted).toMatchObject({ subscribed: [online] });
  expect(events.state).toMatchObject({ status: 'connected', reason: undefined });
});

it('a subscription that cannot be deleted does not keep the listener from creating the others', async () => {
  const { socket, events, requested, wanted } = await startSlowly();
  socket.welcome('one', 600);
  (await requested(0)).resolve(accepted());
  await wanted;
  const another = subscriptions.streamOnline('2');
  const change = events.setSubscriptions([another]).catch((error: unknown) => error);
  const body = { error: 'Unauthorized', status: 403, message: 'not now' };
  (await requested(1)).resolve(Response.json(body, { status: 403 }));
  (await requested(2)).resolve(accepted('another'));
  expect(await change).toMatchObject({ code: 'permission_denied', operation: 'eventSub.subscriptions.delete' });
  expect(events.state).toMatchObject({ status: 'connected', wanted: 1, subscribed: 1 });
});
