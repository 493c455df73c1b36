import { operationsOf } from '@x/core/provider';
import {
  createClock,
  createSandbox,
  type Quirks,
  type Sandbox,
  type SandboxOptions,
  type StreamSandboxOptions,
} from '@x/sandbox';
import { type EndpointCase, type EndpointTable, endpointCase, recordAnswers } from '@x/testing';
import { expect, onTestFinished } from 'vitest';
import { createStreamClient, endpoints, type StreamClient, type StreamOptions, type User } from '../src/index.ts';
import { type Inbox, openInbox } from './inbox.ts';

/** Calls that act for somebody. */
export type StreamCalls = ReturnType<StreamClient['withAccount']>;

/** Cases for a group of endpoints. */
export type Cases = EndpointTable<StreamCalls>;

/** A case whose `works` takes the result of its `given`. */
export const row = <Given>(of: EndpointCase<StreamCalls, Given>) => endpointCase(of);

/** Every scope: scopes that calls need, and scopes that only add fields to responses and events, or serve bots. */
export const scopes = [
  ...new Set([
    ...operationsOf(endpoints).flatMap(([, spec]) => spec.scopes ?? []),
    ...['user:read:email', 'moderator:read:followers', 'moderator:read:chat_settings'],
    ...['user:read:chat', 'user:bot', 'channel:bot', 'moderator:read:shoutouts', 'moderator:read:suspicious_users'],
  ]),
];

export let sandbox: Sandbox;
/** Acts for nobody. */
export let app: StreamClient;
/** Acts for {@link own} with every scope. */
export let user: StreamCalls;
/** Acts for the same user without any scope, and does not know that. */
export let bare: StreamCalls;
/** Takes the sandbox's webhooks. */
export let inbox: Inbox;

/**
 * The channel that the cases are about: a partner's, live, the most watched; its owner owns the app's extension, too.
 */
export let own = '';
/** Parameters of most calls about that channel. */
export let ownChannel = { broadcaster_id: '' };
/** The same of calls that take who acts as well. */
export let asModerator = { broadcaster_id: '', moderator_id: '' };

let strangers: User[] = [];

export const recorded = recordAnswers(() => sandbox.options.stream.baseUrl);

export const day = 24 * 3_600_000;
/** When every sandbox of these tests begins. */
export const start = Date.UTC(2026, 10, 21, 12);

export const clientOf = (box: Pick<Sandbox, 'options' | 'clock'>, options: Partial<StreamOptions> = {}) =>
  createStreamClient({ ...box.options.stream, retries: 0, clock: box.clock, ...options });

/** A sandbox of other settings, for as long as one test runs. */
export async function boxOf(
  stream: StreamSandboxOptions = {},
  clock = createClock(start),
  limits: NonNullable<SandboxOptions['limits']> = 'off',
) {
  const box = await createSandbox({ listen: false, clock, stream, limits });
  onTestFinished(() => box.close());
  return box;
}

/** Lets the client act for a user. Without `granted`, the grant lists no scopes. */
export async function signIn(userId: string, granted: readonly string[] = scopes) {
  const account = `${userId} with ${granted.join(' ')}`;
  // Long enough that none is renewed: that would tell the client its scopes.
  const { accessToken, expiresAt } = sandbox.controls.stream.issueUserToken({
    userId,
    scopes: granted,
    expiresInSeconds: 31 * 86_400,
  });
  await app.accounts.set(account, { accessToken, expiresAt, ...(granted.length > 0 && { scopes: granted }) });
  return app.withAccount(account);
}

/** A live broadcaster who has nothing to do with the channel: another one each time. */
export function stranger(type: User['broadcaster_type'] = 'affiliate'): string {
  const found = strangers.find(({ broadcaster_type }) => broadcaster_type === type);
  strangers = strangers.filter((each) => each !== found);
  return found?.id ?? expect.unreachable('the sandbox has run out of strangers');
}

/** Opens the sandbox. */
export async function open(quirks: Quirks = 'off') {
  // The clock is stopped; cases advance it.
  const clock = createClock(start, false);
  // Enough strangers for all, and enough points: the limits of single endpoints are the API's.
  const limits = { stream: { capacity: 1_000_000, refillPerMinute: 1_000_000 } };
  sandbox = await createSandbox({ quirks, clock, limits, stream: { users: 1500, streams: 1400 } });
  app = clientOf(sandbox, { fetch: recorded.fetch });
  own = sandbox.controls.stream.issueUserToken().userId;
  ownChannel = { broadcaster_id: own };
  asModerator = { broadcaster_id: own, moderator_id: own };
  user = await signIn(own);
  bare = await signIn(own, []);
  inbox = await openInbox(sandbox, app);

  const live = await app.streams.list({ first: 100 }).toArray({ limit: 2000 });
  const acquainted = [
    user.channels.followed({ user_id: own, first: 100 }).toArray({ limit: 1000 }),
    user.channels.followers({ ...ownChannel, first: 100 }).toArray({ limit: 1000 }),
  ];
  const ids = (await Promise.all(acquainted))
    .flat()
    .map((each) => ('user_id' in each ? each.user_id : each.broadcaster_id));
  const known = new Set([own, ...ids]);
  const others = live.map(({ user_id }) => user_id).filter((id) => !known.has(id));
  strangers = (await app.users.list({ id: others })).items;
}

export async function close() {
  await inbox.close();
  await sandbox.close();
}

/** A word that nobody has said before. */
export const word = () => `word${stranger()}`;

/** Posts a message in the channel as a user. */
export const say = (userId: string, text: string) =>
  sandbox.controls.stream.sendChatMessage({ broadcasterId: own, userId, text });

/** Listens to the channel's chat. */
export const hearRoom = () => inbox.listen('channel.chat.message', '1', { broadcaster_user_id: own, user_id: own });

export const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);
export const userIdsOf = (records: readonly { user_id: string }[]) => records.map(({ user_id }) => user_id);
/** Ids that nothing has. */
export const unknown = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));
/** The sandbox's time `ms` from now, as the API writes it. */
export const timeIn = (ms: number) => `${new Date(sandbox.clock.now() + ms).toISOString().slice(0, 19)}Z`;
