import type { SandboxContext } from '../../context.ts';
import { type Limits, numbersOf } from '../../limiter.ts';
import { resolveSignIn, type SignInOptions, type SignInSettings } from '../../sign-in/options.ts';
import { loopbackLiterals } from '../../sign-in/redirects.ts';
import { userId } from './world/user.ts';

/** Where an app may have its users sent back to by plain http. */
export const loopbackHosts: readonly string[] = [...loopbackLiterals, 'localhost'];

/** How the streaming API of the sandbox behaves. Unset members are as the real API has them. */
export interface StreamSandboxOptions extends SignInOptions {
  /** Id of the one registered application. Default `sandboxstreamclientid000000000`. */
  clientId?: string;
  /** Its secret. Default `sandboxstreamclientsecret00000`. */
  clientSecret?: string;
  /**
   * `public` applications refresh without a secret, and their refresh tokens work once and lapse after 30 days;
   * those of `confidential` ones stay the same. Default `confidential`.
   */
  clientType?: 'confidential' | 'public';
  /**
   * The application is an extension too, under the same id. `secret` (base64) signs the JWTs of its back end;
   * `ownerId` is the user it belongs to, with the games whose reports and drops the API shows. Default: a fixed secret,
   * and the owner of the most popular channel.
   */
  extension?: { secret?: string; ownerId?: string };
  /** Lifetime of app access tokens in seconds. Default 5,184,000 (60 days). */
  appTokenSeconds?: number;
  /** Lifetime of user access tokens in seconds. Default 14,400 (4 hours). */
  userTokenSeconds?: number;
  /** `true`: the last page still has a cursor, and an empty page without one follows it. Default `false`. */
  cursorOnLastPage?: boolean;
  /**
   * How many entries of the live lists (streams, top games) jump to the top whenever a further page is asked for, so
   * that a walk meets duplicates and misses entries. Default 0: the lists stand still.
   */
  overtakesPerPage?: number;
  /**
   * EventSub. `loopbackCallbacks`: webhooks to this machine may use plain http and any port, where the API itself takes
   * https on port 443 only; default `true`. Webhooks elsewhere are accepted but never sent, so that their verification
   * fails. `maxTotalCost`: what an app's subscriptions may cost together; default 10,000.
   */
  eventSub?: { loopbackCallbacks?: boolean; maxTotalCost?: number };
  /** Registered users; each is a channel, the most popular first. Default 800. */
  users?: number;
  /** How many of them are live. Default 600, or three quarters of `users` when that is less. */
  streams?: number;
  /** Games and categories. Default 120. */
  games?: number;
  /** Clips, most of them of popular channels. Default 3,000. */
  clips?: number;
  /** Videos, most of them of popular channels. Default 2,000. */
  videos?: number;
  /** Channels that a user follows, on average. Default 15. */
  followsPerUser?: number;
  /** Teams. Default 12. */
  teams?: number;
}

/** Limits of the streaming API in place of the real ones. */
export interface StreamLimits {
  /** Points in the bucket of each app and each user, at least 1. Default 800. */
  readonly capacity?: number;
  /** How many of them return per minute, above 0. Default 800. */
  readonly refillPerMinute?: number;
  /**
   * Limits of single endpoints, by `GET /clips`: requests in any `windowMs` milliseconds per app or user. Requests beyond
   * are refused with a 429 while points are left, so that waiting for `Ratelimit-Reset` does not help. Default: the API's own.
   */
  readonly endpoints?: Readonly<Record<string, { limit: number; windowMs: number }>>;
}

/** The options with every default filled in. */
export interface Settings
  extends SignInSettings,
    Required<Omit<StreamSandboxOptions, keyof SignInOptions | 'extension' | 'eventSub'>> {
  /** Whether anything is limited. */
  limited: boolean;
  limits: Required<StreamLimits>;
  extension: { secret: string; ownerId: string };
  eventSub: { loopbackCallbacks: boolean; maxTotalCost: number };
}

/** Fills in the defaults; throws `RangeError` for sizes that cannot be. */
export function resolveOptions({
  limits,
  ...options
}: StreamSandboxOptions & { limits?: Limits<StreamLimits> | undefined }): Settings {
  const numbers = numbersOf(limits);
  const users = options.users ?? 800;
  const settings: Settings = {
    clientId: 'sandboxstreamclientid000000000',
    clientSecret: 'sandboxstreamclientsecret00000',
    clientType: 'confidential',
    appTokenSeconds: 5_184_000,
    userTokenSeconds: 14_400,
    cursorOnLastPage: false,
    overtakesPerPage: 0,
    users,
    streams: Math.min(600, Math.floor(users * 0.75)),
    games: 120,
    clips: 3_000,
    videos: 2_000,
    followsPerUser: 15,
    teams: 12,
    ...options,
    ...resolveSignIn(options, loopbackHosts),
    limited: numbers !== undefined,
    limits: { capacity: 800, refillPerMinute: 800, endpoints: {}, ...numbers },
    extension: {
      secret: Buffer.from('the sandbox extension has a key').toString('base64'),
      ownerId: userId(0),
      ...options.extension,
    },
    eventSub: { loopbackCallbacks: true, maxTotalCost: 10_000, ...options.eventSub },
  };
  const { capacity, refillPerMinute } = settings.limits;
  if (!(capacity >= 1 && refillPerMinute > 0))
    throw new RangeError(
      `limits.stream takes a capacity of at least 1 and a refillPerMinute above 0, got ${capacity} and ${refillPerMinute}`,
    );
  for (const size of ['users', 'games'] as const) atLeast(size, settings[size], 1);
  for (const size of ['streams', 'clips', 'videos', 'followsPerUser', 'teams', 'overtakesPerPage'] as const)
    atLeast(size, settings[size], 0);
  if (settings.streams > users)
    throw new RangeError(`stream.streams (${settings.streams}) is more than users (${users})`);
  return settings;
}

function atLeast(name: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least)
    throw new RangeError(`stream.${name} takes a whole number from ${least} up, got ${value}`);
}

/** What the client of the streaming API takes. */
export interface StreamClientOptions {
  baseUrl: string;
  authUrl: string;
  clientId: string;
  clientSecret: string;
  /** The app's extension, whose id is the client id: what its back end signs its JWTs with. */
  extension: { secret: string; ownerId: string };
}

/** The options of a client of this sandbox. */
export const clientOptions = ({ baseUrl }: SandboxContext, settings: Settings): StreamClientOptions => ({
  baseUrl: `${baseUrl()}/helix`,
  authUrl: `${baseUrl()}/id`,
  clientId: settings.clientId,
  clientSecret: settings.clientSecret,
  extension: settings.extension,
});
