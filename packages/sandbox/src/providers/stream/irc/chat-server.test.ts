// @ts-expect-error -- its types are a package of their own
import tmi from 'tmi.js';
import { expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../../create-sandbox.ts';
import { line } from './lines.ts';

/** Starts a sandbox, and a raw client that collects its lines. */
async function start(options: object = {}) {
  const sandbox = await createSandbox({ stream: { users: 30 }, ...options });
  onTestFinished(() => sandbox.close());
  const { controls } = sandbox;
  const [ann] = controls.stream.users();
  const bob = controls.stream.users().at(-1); // no moderator
  if (!ann || !bob) throw new Error('there are no users');
  /** Connects a client that asks for `capabilities`. */
  async function connect(capabilities = 'twitch.tv/tags twitch.tv/commands') {
    const socket = new WebSocket(sandbox.chatOptions.stream.url);
    const lines: string[] = [];
    socket.addEventListener('message', ({ data }) => lines.push(...String(data).split('\r\n').filter(Boolean)));
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const say = (text: string) => socket.send(`${text}\r\n`);
    if (capabilities) say(`CAP REQ :${capabilities}`);
    say('NICK justinfan1');
    const next = (pattern: RegExp) => expect.poll(() => lines.find((each) => pattern.test(each))).toBeDefined();
    await next(/ 376 /);
    return { lines, say, next, socket };
  }
  return { sandbox, controls: controls.stream, ann, bob, connect };
}

it('tmi.js connects without a sign-in, and receives messages, replies, emotes, notices and removals', async () => {
  const { sandbox, controls, ann, bob } = await start();
  const { host } = new URL(sandbox.url);
  // The client connects to the path / of its server; what it appends here belongs to the query.
  const connection = { server: `${host}/stream/irc?`, port: 1, secure: false, reconnect: false };
  const silent = { info() {}, warn() {}, error() {} };
  const client = new tmi.Client({ connection, channels: [ann.login], logger: silent });
  onTestFinished(() => void client.disconnect().catch(() => {}));
  const heard: unknown[] = [];
  client.on('message', (channel: string, tags: Record<string, unknown>, text: string) => {
    heard.push([channel, tags['user-id'], tags['display-name'], tags.emotes, tags['reply-parent-msg-id'] ?? '', text]);
  });
  client.on('raided', (...raid: unknown[]) => heard.push(['raided', ...raid.slice(0, 3)]));
  client.on('messagedeleted', (channel: string, login: string, text: string) =>
    heard.push(['deleted', channel, login, text]),
  );
  client.on('clearchat', (channel: string) => heard.push(['clear', channel]));
  client.on('slowmode', (channel: string, isOn: boolean, seconds: number) =>
    heard.push(['slow', channel, isOn, seconds]),
  );
  await client.connect();
  await expect.poll(() => controls.irc.clients()).toMatchObject([{ channels: [ann.login] }]);
  heard.length = 0;

  const { messageId } = controls.sendChatMessage({
    broadcasterId: ann.id,
    userId: bob.id,
    text: '👋 LynxLurk ;\\ QuietClap',
  });
  const { messageId: again } = controls.sendChatMessage({
    ...{ broadcasterId: ann.id, userId: bob.id, text: 'again', parentMessageId: messageId },
  });
  const details = { notice_type: 'raid', raid: { user_name: bob.displayName, user_login: bob.login, viewer_count: 9 } };
  controls.eventSub.fire('channel.chat.notification', undefined, {
    subject: { broadcaster_user_id: ann.id },
    event: { ...details, message: { text: '', fragments: [] } },
  });
  const stream = { broadcaster_id: ann.id, moderator_id: ann.id };
  const { accessToken } = controls.issueUserToken({
    userId: ann.id,
    scopes: ['moderator:manage:chat_messages', 'moderator:manage:chat_settings'],
  });
  const { baseUrl, clientId } = sandbox.options.stream;
  const call = (method: string, path: string, query: object, body?: object) =>
    fetch(`${baseUrl}${path}?${new URLSearchParams({ ...stream, ...query })}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, 'client-id': clientId, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  await call('DELETE', '/moderation/chat', { message_id: again });
  await call('DELETE', '/moderation/chat', {});
  await call('PATCH', '/chat/settings', {}, { slow_mode: true, slow_mode_wait_time: 30 });
  const channel = `#${ann.login}`;
  await expect
    .poll(() => heard)
    .toEqual([
      [channel, bob.id, bob.displayName, { '27': ['2-9'], '32': ['14-22'] }, '', '👋 LynxLurk ;\\ QuietClap'],
      [channel, bob.id, bob.displayName, null, messageId, 'again'],
      ['raided', channel, bob.displayName, 9],
      ['deleted', channel, bob.login, 'again'],
      ['clear', channel],
      ['slow', channel, true, 30],
    ]);
});

it('answers PING, PART and unknown channels as Twitch does, and sends plain lines to clients without capabilities', async () => {
  const { controls, ann, bob, connect } = await start();
  const full = await connect();
  const plain = await connect('');
  for (const { say } of [full, plain]) say(`JOIN #${ann.login},#nobody`);
  for (const { next } of [full, plain]) await next(/ 366 /);
  controls.sendChatMessage({ broadcasterId: ann.id, userId: bob.id, text: 'hi' });
  full.say('PING :x');
  full.say(`PART #${ann.login}`);
  await full.next(/ PART #/);
  await plain.next(/PRIVMSG/);
  const privmsg = `:${bob.login}!${bob.login}@${bob.login}.tmi.twitch.tv PRIVMSG #${ann.login} :hi`;
  expect(plain.lines.filter((each) => /PRIVMSG|ROOMSTATE/.test(each))).toEqual([privmsg]);
  expect(full.lines.find((each) => each.endsWith(privmsg))).toMatch(/^@badge-info=;.*;first-msg=1;.*;room-id=/);
  expect(full.lines).toContain(':tmi.twitch.tv PONG tmi.twitch.tv :x');
  expect(controls.irc.clients()).toEqual([
    { nick: 'justinfan1', channels: [] },
    { nick: 'justinfan1', channels: [ann.login] },
  ]);
});

it('refuses other names than those of anonymous users', async () => {
  const { sandbox } = await start();
  const socket = new WebSocket(sandbox.chatOptions.stream.url);
  socket.addEventListener('open', () => socket.send('NICK ann\r\n'));
  const first = new Promise((resolve) => socket.addEventListener('message', ({ data }) => resolve(data)));
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve));
  expect(await first).toBe(':tmi.twitch.tv NOTICE * :Login authentication failed\r\n');
  await closed;
});

it('drops joins beyond 20 in 10 seconds if requests are limited', async () => {
  const { sandbox, controls, connect } = await start({ limits: 'real', clock: undefined });
  const { say, next } = await connect();
  const logins = controls.users().map(({ login }) => `#${login}`);
  say(`JOIN ${logins.slice(0, 25).join(',')}`);
  say('PING :1');
  await next(/PONG.*1$/);
  expect(controls.irc.clients()[0]?.channels).toHaveLength(20);
  await sandbox.clock.advance(10_000);
  say(`JOIN ${logins[25]}`);
  say('PING :2');
  await next(/PONG.*2$/);
  expect(controls.irc.clients()[0]?.channels).toHaveLength(21);
});

it('escapes the values of tags', () => {
  expect(line({ b: 'a; b\\c\n', a: null, c: undefined, d: true }, 'X')).toBe('@a=;b=a\\:\\sb\\\\c\\n;d=1 X');
});
