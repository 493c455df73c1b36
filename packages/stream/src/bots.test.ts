import { setImmediate } from 'node:timers/promises';
import { createClock } from '@x/sandbox/stream';
import { expect, it } from 'vitest';
import {
  type ChatMessage,
  type Command,
  createChatSender,
  createCommands,
  parseCommand,
  roleOf,
  splitMessage,
} from './bots.ts';
import { memoryWebhookStore } from './webhooks.ts';

let count = 0;
const badge = (set_id: string, id = '1', info = '') => ({ set_id, id, info });

/** A message, with the fields that bots read. */
const message = (text: string, more: object = {}) =>
  ({
    broadcaster_user_id: '1',
    chatter_user_id: '2',
    message_id: `m${++count}`,
    badges: [],
    reply: null,
    message: { text, fragments: [] },
    ...more,
  }) as object as ChatMessage;

it.each([
  [[], { role: 'viewer' }],
  [[badge('bits', '1000')], { role: 'viewer' }],
  [[badge('subscriber', '3', '5')], { role: 'subscriber', tier: 1, months: 5 }],
  [[badge('subscriber', '2012', '14')], { role: 'subscriber', tier: 2, months: 14 }],
  [[badge('subscriber', '3000', '1')], { role: 'subscriber', tier: 3, months: 1 }],
  [[badge('founder', '0', '30')], { role: 'subscriber', tier: 1, months: 30 }],
  [[badge('vip'), badge('subscriber', '0', '1')], { role: 'vip', tier: 1, months: 1 }],
  [[badge('moderator')], { role: 'moderator' }],
  [[badge('lead_moderator')], { role: 'moderator' }],
  [[badge('broadcaster')], { role: 'broadcaster' }],
])('roleOf %j is %j', (badges, role) => expect(roleOf(message('', { badges }))).toEqual(role));

it('a moderator of another channel of a shared chat is a viewer', () => {
  expect(roleOf(message('', { source_broadcaster_user_id: '9', source_badges: [badge('moderator')] }))).toEqual({
    role: 'viewer',
  });
});

it.each([
  ['!so @ann', { name: 'so', text: '@ann', args: ['@ann'] }],
  ['  !So   a  "b c" d \u{E0000}', { name: 'So', text: 'a  "b c" d', args: ['a', 'b c', 'd'] }],
  ['!say “guten Tag” ""', { name: 'say', text: '“guten Tag” ""', args: ['guten Tag', ''] }],
  ['!emoji 👨‍👩‍👧', { name: 'emoji', text: '👨‍👩‍👧', args: ['👨‍👩‍👧'] }],
  ['!größe 5\u034F', { name: 'größe', text: '5', args: ['5'] }],
  ['!so "open', { name: 'so', text: '"open', args: ['"open'] }],
  ['! so', undefined],
  ['so', undefined],
  ['@ann !so', undefined],
])('parseCommand %j', (text, parsed) => expect(parseCommand(message(text))).toEqual(parsed));

it('a command in a reply follows the name of the user', () => {
  expect(parseCommand(message('@Ann !so x', { reply: {} }))).toMatchObject({ name: 'so', args: ['x'] });
});

function setup(command: Partial<Command> = {}, options = {}) {
  let time = 0;
  const clock = {
    now: () => time,
    async sleep(ms: number) {
      time += ms;
    },
  };
  const calls: unknown[] = [];
  const errors: unknown[] = [];
  const store = memoryWebhookStore({ clock });
  const create = () =>
    createCommands(
      { so: { aliases: ['shout'], run: ({ args }) => void calls.push(args[0]), ...command } },
      { clock, store, onError: (error) => void errors.push(error), ...options },
    );
  return { calls, errors, create, commands: create(), store, pass: clock.sleep };
}

it('cooldowns count per channel, and per user, in every process', async () => {
  const { create, pass } = setup({ cooldownMs: 5000, perUserMs: 60_000 });
  const [one, two] = [create(), create()];
  const from = (chatter_user_id: string, broadcaster_user_id = '1') =>
    message('!so', { chatter_user_id, broadcaster_user_id });
  expect(await one.handle(from('2'))).toBe('done');
  expect(await two.handle(from('3'))).toBe('cooldown');
  expect(await two.handle(from('3', '8'))).toBe('done');
  pass(5000);
  expect(await one.handle(from('2'))).toBe('cooldown');
  expect(await two.handle(from('3'))).toBe('done');
  pass(60_000);
  expect(await two.handle(from('2'))).toBe('done');
});

it('a message runs once, in one of two processes and when it is delivered again', async () => {
  const { create, calls } = setup();
  const [one, two] = [create(), create()];
  const event = message('!SHOUT ann');
  const outcomes = await Promise.all([one.handle(event), two.handle(event), one.handle(event)]);
  expect(outcomes.sort()).toEqual(['done', 'repeated', 'repeated']);
  expect(calls).toEqual(['ann']);
});

it('a message whose process has ended is run by another one, in spite of the cooldown', async () => {
  const { create, calls, store } = setup({ cooldownMs: 60_000 });
  const event = message('!so ann');
  await store.take(`bot 1 message ${event.message_id}`, 10_000);
  await store.take('bot 1 command so', 60_000);
  expect([await create().handle(event), calls]).toEqual(['done', ['ann']]);
});

it('errors of a command are reported, and do not repeat it', async () => {
  const reason = new Error('no');
  const { commands, errors } = setup({ run: () => Promise.reject(reason) });
  const event = message('!so');
  expect([await commands.handle(event), await commands.handle(event), errors]).toEqual([
    'failed',
    'repeated',
    [reason],
  ]);
});

it('roles, other messages, and the bot itself', async () => {
  const { commands, calls } = setup({ role: 'vip' }, { botId: '7' });
  expect(await commands.handle(message('!so'))).toBe('forbidden');
  expect(await commands.handle(message('!so x', { badges: [badge('moderator')] }))).toBe('done');
  expect(await commands.handle(message('!other'))).toBeUndefined();
  expect(await commands.handle(message('!so', { chatter_user_id: '7' }))).toBeUndefined();
  expect([calls, commands.names]).toEqual([['x'], ['so']]);
});

const run = () => {};
it.each([
  [
    { so: { run, role: 'mod' } },
    {},
    'createCommands: so: role must be one of viewer, subscriber, vip, moderator, broadcaster; got "mod"',
  ],
  [{ so: {} }, {}, 'createCommands: so: run is required'],
  [{ so: { run, coolDownMs: 1 } }, {}, 'did you mean cooldownMs?'],
  [{ so: { run }, a: { run, aliases: ['SO'] } }, {}, 'the name SO is used twice'],
  [{ 'a b': { run } }, {}, 'must be one word'],
  [{}, { prefx: '?' }, 'did you mean prefix?'],
])('refuses %j %j when created', (commands, options, problem) => {
  expect(() => createCommands(commands as never, options as never)).toThrow(problem);
});

it.each([
  ['a b c', 3, ['a b', 'c']],
  ['abcdefg h', 3, ['abc', 'def', 'g h']],
  ['👍👍👍', 4, ['👍👍', '👍']],
  ['👨‍👩‍👧👨‍👩‍👧', 10, ['👨‍👩‍👧', '👨‍👩‍👧']],
  ['', 3, []],
])('splitMessage %j at %i', (text, max, parts) => expect(splitMessage(text, max)).toEqual(parts));

it('two senders with the same store keep to the limits together', async () => {
  const clock = createClock(0, false);
  const store = memoryWebhookStore({ clock });
  const sent: number[] = [];
  const send = async () => {
    sent.push(clock.now());
    return { message_id: 'x', is_sent: true };
  };
  const create = () => createChatSender({ send } as never, { sender_id: '7', store, clock });
  const senders = [create(), create()];
  const sendAll = async (count: number, channelOf: (at: number) => string) => {
    sent.length = 0;
    const start = clock.now();
    for (let at = 0; at < count; at += 1) void senders[at % 2]?.send({ broadcaster_id: channelOf(at), message: '' });
    for (await setImmediate(); sent.length < count; await setImmediate()) await clock.advance(250);
    return sent.map((time) => time - start);
  };
  const times = await sendAll(24, String);
  expect([times[19], times[20], times[23]]).toEqual([0, 30_000, 30_000]);
  await clock.advance(30_000);
  expect(await sendAll(4, () => 'a')).toEqual([0, 1000, 2000, 3000]);
});

it('a sender keeps to the limits of its channels, in order', async () => {
  let time = 0;
  const clock = {
    now: () => time,
    async sleep(ms: number) {
      time += ms;
    },
  };
  const sent: [string, number][] = [];
  const send = async ({ message }: { message: string }) => {
    sent.push([message, time]);
    return { message_id: 'x', is_sent: message !== 'dropped' };
  };
  const sender = createChatSender({ send } as never, {
    sender_id: '7',
    moderates: (id) => id === 'mine',
    split: true,
    clock: clock as never,
  });
  const all = Array.from({ length: 22 }, (_, at) => sender.send({ broadcaster_id: 'other', message: `${at}` }));
  expect(sender.state().waiting).toBe(22);
  await Promise.all(all);
  expect(sent.map(([, at]) => at)).toEqual([...Array.from({ length: 20 }, (_, at) => at * 1000), 30_000, 31_000]);
  await Promise.all(Array.from({ length: 50 }, () => sender.send({ broadcaster_id: 'mine', message: 'hi' })));
  expect([time, sender.state()]).toEqual([31_000, { sent: 70, limits: { member: 20, moderator: 100 }, waiting: 0 }]);
  const long = await sender.send({ broadcaster_id: 'mine', message: `${'word '.repeat(150)}` });
  expect(long).toHaveLength(2);
  for (const message of ['a  b', '', undefined as never]) {
    await sender.send({ broadcaster_id: 'mine', message });
    expect(sent.at(-1)).toEqual([message, time]);
  }
  expect(await sender.send({ broadcaster_id: 'mine', message: 'dropped' })).toMatchObject([{ is_sent: false }]);
});

it('a message whose signal aborts leaves the queue at once, and is not sent', async () => {
  const sent: string[] = [];
  const first = Promise.withResolvers<object>();
  const send = ({ message }: { message: string }) => (sent.push(message) === 1 ? first.promise : Promise.resolve({}));
  const sender = createChatSender({ send } as never, { sender_id: '7' });
  const controller = new AbortController();
  const [one, two, three] = ['1', '2', '3'].map((message) =>
    sender.send({ broadcaster_id: '7', message }, message === '2' ? { signal: controller.signal } : {}),
  );
  controller.abort(new Error('stopped'));
  await expect(two).rejects.toThrow('stopped');
  expect(sender.state().waiting).toBe(2);
  first.resolve({ is_sent: true });
  await Promise.all([one, three]);
  expect([sent, sender.state()]).toMatchObject([['1', '3'], { sent: 2, waiting: 0 }]);
});
