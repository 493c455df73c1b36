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
import { openInbox } from './inbox.ts';

/** Calls that act for a user. */
export type StreamCalls = ReturnType<StreamClient['withAccount']>;

/** Clients, servers and data that the tests of a file share. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Cases for a group of endpoints. */
export type Cases = EndpointTable<StreamCalls, Stage>;

/** Creates a case whose `works` gets the result of its `given`. */
export const row = <Given>(of: EndpointCase<StreamCalls, Stage, Given>) => endpointCase(of);

/** Every scope: scopes that calls need, and scopes that only add fields to responses and events, or serve bots. */
export const scopes = [
  ...new Set([
    ...operationsOf(endpoints).flatMap(([, spec]) => spec.scopes ?? []),
    ...['user:read:email', 'moderator:read:followers', 'moderator:read:chat_settings'],
    ...['user:read:chat', 'user:bot', 'channel:bot', 'moderator:read:shoutouts', 'moderator:read:suspicious_users'],
  ]),
];

export const day = 24 * 3_600_000;
/** Time at which every sandbox of these tests starts. */
export const start = Date.UTC(2026, 10, 21, 12);

export const clientOf = (box: Pick<Sandbox, 'options' | 'clock'>, options: Partial<StreamOptions> = {}) =>
  createStreamClient({ ...box.options.stream, retries: 0, clock: box.clock, ...options });

/** Opens a sandbox with other settings until the end of the test. */
export async function boxOf(
  stream: StreamSandboxOptions = {},
  clock = createClock(start),
  limits: NonNullable<SandboxOptions['limits']> = 'off',
) {
  const box = await createSandbox({ listen: false, clock, stream, limits });
  onTestFinished(() => box.close());
  return box;
}

/** Opens the sandbox. */
export async function openStage(quirks: Quirks = 'off') {
  // The clock is stopped; cases advance it.
  const clock = createClock(start, false);
  // Enough strangers and points for all cases. Limits of single endpoints are the API's.
  const limits = { stream: { capacity: 1_000_000, refillPerMinute: 1_000_000 } };
  const sandbox = await createSandbox({ quirks, clock, limits, stream: { users: 1500, streams: 1400 } });
  const recorded = recordAnswers(() => sandbox.options.stream.baseUrl);
  const app = clientOf(sandbox, { fetch: recorded.fetch });
  const own = sandbox.controls.stream.issueUserToken().userId;
  /** Lets the client act for a user. Without `granted`, the grant lists no scopes. */
  const signIn = (userId: string, granted?: readonly string[]) => actAs(sandbox, app, userId, granted);
  const user = await signIn(own);
  const inbox = await openInbox(sandbox, app);
  const strangers = await findStrangers(app, user, own);

  /** Returns a live broadcaster who is unrelated to the channel, a different one each time. */
  function stranger(type: User['broadcaster_type'] = 'affiliate'): string {
    const place = strangers.findIndex(({ broadcaster_type }) => broadcaster_type === type);
    const [found] = place < 0 ? [] : strangers.splice(place, 1);
    return found?.id ?? expect.unreachable('the sandbox has run out of strangers');
  }

  return {
    sandbox,
    recorded,
    /** Acts for no user. */
    app,
    /** Acts for the owner of the channel with every scope. */
    user,
    /** Acts for the same user without any scope, which the client does not know. */
    bare: await signIn(own, []),
    /** Receives the sandbox's webhooks. */
    inbox,
    /**
     * User ID of the channel that the cases are about: live, a partner's, and the most watched. Its owner also owns the
     * app's extension.
     */
    own,
    /** Parameters of most calls about that channel. */
    ownChannel: { broadcaster_id: own },
    /** The same for calls that also take the acting user. */
    asModerator: { broadcaster_id: own, moderator_id: own },
    signIn,
    stranger,
    /** A word that nobody has said before. */
    word: () => `word${stranger()}`,
    /** Posts a message in the channel as a user. */
    say: (userId: string, text: string, isGif = false) =>
      sandbox.controls.stream.sendChatMessage({ broadcasterId: own, userId, text, isGif }),
    /** Listens to the channel's chat. */
    hearRoom: () => inbox.listen('channel.chat.message', '1', { broadcaster_user_id: own, user_id: own }),
    /** The sandbox's time `ms` from now, as the API writes it. */
    timeIn: (ms: number) => `${new Date(sandbox.clock.now() + ms).toISOString().slice(0, 19)}Z`,
    async close() {
      await inbox.close();
      await sandbox.close();
    },
  };
}

async function actAs(sandbox: Sandbox, app: StreamClient, userId: string, granted: readonly string[] = scopes) {
  const account = `${userId} with ${granted.join(' ')}`;
  // Long enough that none is renewed, which would tell the client its scopes.
  const { accessToken, expiresAt } = sandbox.controls.stream.issueUserToken({
    userId,
    scopes: granted,
    expiresInSeconds: 31 * 86_400,
  });
  await app.accounts.set(account, { accessToken, expiresAt, ...(granted.length > 0 && { scopes: granted }) });
  return app.withAccount(account);
}

/** Finds live broadcasters who neither follow the channel nor are followed by its owner. */
async function findStrangers(app: StreamClient, user: StreamCalls, own: string): Promise<User[]> {
  const live = await app.streams.list({ first: 100 }).toArray({ limit: 2000 });
  const acquainted = [
    user.channels.followed({ user_id: own, first: 100 }).toArray({ limit: 1000 }),
    user.channels.followers({ broadcaster_id: own, first: 100 }).toArray({ limit: 1000 }),
  ];
  const ids = (await Promise.all(acquainted))
    .flat()
    .map((each) => ('user_id' in each ? each.user_id : each.broadcaster_id));
  const known = new Set([own, ...ids]);
  const others = live.map(({ user_id }) => user_id).filter((id) => !known.has(id));
  return (await app.users.list({ id: others })).items;
}

export const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);
export const userIdsOf = (records: readonly { user_id: string }[]) => records.map(({ user_id }) => user_id);
/** Returns IDs that nothing has. */
export const unknown = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));
