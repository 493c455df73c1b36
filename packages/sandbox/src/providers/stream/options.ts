import {
  aString,
  type Filled,
  invalid,
  listOfObjects,
  numberAbove0,
  numberFrom,
  numberFrom0,
  objectWith,
  oneOf,
  type RulesOf,
  readOptions,
  recordOf,
  required,
  trueOrFalse,
  wholeNumber,
} from '../../shared/check-fields.ts';
import type { SandboxContext } from '../../shared/context.ts';
import { type Limits, numbersOf } from '../../shared/limits.ts';
import { generatedOf, ownOf, type Records, recordsRule, requireUnique } from '../../shared/own-records.ts';
import { resolveSignIn, type SignInOptions, type SignInSettings, signInRules } from '../../shared/sign-in/options.ts';
import { loopbackLiterals } from '../../shared/sign-in/redirects.ts';
import { userId } from './data/values.ts';
import {
  type OwnRecords,
  type StreamChannelRecord,
  type StreamClipRecord,
  type StreamGameRecord,
  type StreamRecord,
  type StreamUserRecord,
  type StreamVideoRecord,
  streamRecordRules,
} from './own-data.ts';

/** Hosts that redirect URIs may use with plain http. */
export const loopbackHosts: readonly string[] = [...loopbackLiterals, 'localhost'];

/** Options of the sandbox's streaming API. By default it behaves like the real API. */
export interface StreamSandboxOptions extends SignInOptions {
  /** Client ID of the registered app. Default `sandboxstreamclientid000000000`. */
  clientId?: string | undefined;
  /** Client secret of the registered app. Default `sandboxstreamclientsecret00000`. */
  clientSecret?: string | undefined;
  /**
   * Type of the registered app. A `public` app refreshes without a secret, and its refresh tokens work once and expire
   * after 30 days. A `confidential` app keeps its refresh token. Default `confidential`.
   */
  clientType?: 'confidential' | 'public' | undefined;
  /**
   * The app's extension, whose ID is the client ID. `secret` (base64) signs the JWTs of its back end. `ownerId` is the
   * user who owns the extension, and the games whose reports and drops the API returns. Default: a fixed secret, and
   * the owner of the most popular channel.
   */
  extension?:
    | {
        /** Secret of the extension, in base64. Default: a fixed one. */
        secret?: string | undefined;
        /** ID of the user who owns the extension. Default: the owner of the most popular channel. */
        ownerId?: string | undefined;
      }
    | undefined;
  /** Lifetime of app access tokens in seconds. Default 5,184,000 (60 days). */
  appTokenSeconds?: number | undefined;
  /** Lifetime of user access tokens in seconds. Default 14,400 (4 hours). */
  userTokenSeconds?: number | undefined;
  /** Whether the last page has a cursor, which leads to an empty page without one. Default `false`. */
  cursorOnLastPage?: boolean | undefined;
  /**
   * Number of entries in the live lists (streams, top games) that jump to the top on each request for a further page,
   * so that paging returns duplicates and misses entries. Default 0: the lists do not change.
   */
  overtakesPerPage?: number | undefined;
  /**
   * EventSub. With `loopbackCallbacks` (default `true`), webhooks to this machine may use plain http and any port; the
   * real API only accepts https on port 443. Webhooks to other hosts are accepted but never sent, so their verification
   * fails. `maxTotalCost` is the highest total cost of an app's subscriptions; default 10,000.
   */
  eventSub?:
    | {
        /** Whether webhooks to this machine may use plain http and any port. Default true. */
        loopbackCallbacks?: boolean | undefined;
        /** Highest total cost of an app's subscriptions. Default 10,000. */
        maxTotalCost?: number | undefined;
      }
    | undefined;
  /** Number of users, each of whom is a channel, the most popular first; or your own users in addition. Default 800. */
  users?: Records<StreamUserRecord> | undefined;
  /**
   * Number of users who are live, or your own broadcasts in addition. Default 600, or three quarters of `users` if that
   * is less.
   */
  streams?: Records<StreamRecord> | undefined;
  /** Number of games and categories, or your own in addition. Default 120. */
  games?: Records<StreamGameRecord> | undefined;
  /** Changes to the channels of generated users or your own. Default: none. */
  channels?: readonly StreamChannelRecord[] | undefined;
  /** Number of clips, most of them from popular channels, or your own clips in addition. Default 3,000. */
  clips?: Records<StreamClipRecord> | undefined;
  /** Number of videos, most of them from popular channels, or your own videos in addition. Default 2,000. */
  videos?: Records<StreamVideoRecord> | undefined;
  /** Average number of channels that a user follows. Default 15. */
  followsPerUser?: number | undefined;
  /** Number of teams. Default 12. */
  teams?: number | undefined;
}

/** Limits of the streaming API in place of the real ones. */
export interface StreamLimits {
  /** Points in the bucket of each app and each user, at least 1. Default 800. */
  readonly capacity?: number | undefined;
  /** Points refilled per minute, above 0. Default 800. */
  readonly refillPerMinute?: number | undefined;
  /**
   * Limits of single endpoints, with keys such as `GET /clips`: number of requests in any `windowMs` milliseconds, per
   * app or user. Requests beyond the limit get a 429 even with points left, so waiting for `Ratelimit-Reset` does not
   * help. Default: the API's own limits.
   */
  readonly endpoints?: Readonly<Record<string, { limit: number; windowMs: number }>> | undefined;
}

/** The options with every default filled in. */
export interface Settings
  extends SignInSettings,
    Filled<Omit<StreamSandboxOptions, keyof SignInOptions | keyof OwnRecords | 'extension' | 'eventSub'>>,
    Record<'users' | 'streams' | 'games' | 'clips' | 'videos', number> {
  own: OwnRecords;
  /** Whether the options add records. */
  hasOwn: boolean;
  /** Whether limits are enforced. */
  limited: boolean;
  limits: Filled<StreamLimits>;
  extension: { secret: string; ownerId: string };
  eventSub: { loopbackCallbacks: boolean; maxTotalCost: number };
}

const seconds = numberFrom0('a number of seconds');

const limitsByEndpoint = recordOf(
  'an object of endpoints such as "GET /clips", each with { limit, windowMs }',
  objectWith({ limit: required(numberFrom0('a number of requests')), windowMs: required(numberFrom0('milliseconds')) }),
);

/** Rules of the options. */
export const streamRules = {
  ...signInRules,
  clientId: aString,
  clientSecret: aString,
  clientType: oneOf('confidential', 'public'),
  extension: objectWith({ secret: aString, ownerId: aString }),
  appTokenSeconds: seconds,
  userTokenSeconds: seconds,
  cursorOnLastPage: trueOrFalse,
  overtakesPerPage: wholeNumber(0),
  eventSub: objectWith({ loopbackCallbacks: trueOrFalse, maxTotalCost: numberFrom0('a cost') }),
  users: recordsRule(wholeNumber(1), 'users', streamRecordRules.users),
  streams: recordsRule(wholeNumber(0), 'streams', streamRecordRules.streams),
  games: recordsRule(wholeNumber(1), 'games', streamRecordRules.games),
  channels: listOfObjects('channels', streamRecordRules.channels),
  clips: recordsRule(wholeNumber(0), 'clips', streamRecordRules.clips),
  videos: recordsRule(wholeNumber(0), 'videos', streamRecordRules.videos),
  followsPerUser: wholeNumber(0),
  teams: wholeNumber(0),
} satisfies RulesOf<StreamSandboxOptions>;

export const streamLimitRules = {
  capacity: numberFrom(1, 'a number of points'),
  refillPerMinute: numberAbove0('a number of points above 0'),
  endpoints: limitsByEndpoint,
} satisfies RulesOf<StreamLimits>;

/**
 * Checks the options and fills in the defaults. Throws like `readOptions`, and `ApiError` `invalid_params` if there are
 * more streams than users.
 */
export function resolveOptions({
  limits,
  ...allOptions
}: StreamSandboxOptions & { limits?: Limits<StreamLimits> | undefined }): Settings {
  const options = readOptions('stream', allOptions, streamRules) as StreamSandboxOptions;
  const { extension, eventSub, users: userRecords, games, channels, streams, videos, clips, ...others } = options;
  const own: OwnRecords = { users: userRecords, games, channels, streams, videos, clips };
  requireUnique('stream.users', userRecords, ['id', 'login']);
  requireUnique('stream.games', games, ['id', 'name']);
  for (const [list, records] of Object.entries({ streams, videos, clips }) as [string, Records<{ id?: string }>][])
    requireUnique(`stream.${list}`, records, ['id']);
  const numbers = numbersOf(limits);
  const users = generatedOf(userRecords) ?? 800;
  const settings: Settings = {
    clientId: 'sandboxstreamclientid000000000',
    clientSecret: 'sandboxstreamclientsecret00000',
    clientType: 'confidential',
    appTokenSeconds: 5_184_000,
    userTokenSeconds: 14_400,
    cursorOnLastPage: false,
    overtakesPerPage: 0,
    users,
    streams: generatedOf(streams) ?? Math.min(600, Math.floor(users * 0.75)),
    games: generatedOf(games) ?? 120,
    clips: generatedOf(clips) ?? 3_000,
    videos: generatedOf(videos) ?? 2_000,
    own,
    hasOwn: Object.values(own).some((records) => ownOf<object>(records).length > 0),
    followsPerUser: 15,
    teams: 12,
    ...(others as Partial<Settings>),
    ...resolveSignIn(options, loopbackHosts),
    limited: numbers !== undefined,
    limits: { capacity: 800, refillPerMinute: 800, endpoints: {}, ...numbers },
    extension: {
      secret: extension?.secret ?? Buffer.from('the sandbox extension has a key').toString('base64'),
      ownerId: extension?.ownerId ?? userId(0),
    },
    eventSub: {
      loopbackCallbacks: eventSub?.loopbackCallbacks ?? true,
      maxTotalCost: eventSub?.maxTotalCost ?? 10_000,
    },
  };
  if (settings.streams > users)
    throw invalid(`stream.streams must be at most stream.users, ${users}; got ${settings.streams}`);
  return settings;
}

/** Options that point a stream client at this sandbox. */
export interface StreamClientOptions {
  /** Base URL of the API in the sandbox. */
  baseUrl: string;
  /** Base URL of the authorization server in the sandbox. */
  authUrl: string;
  /** Client ID of the app. */
  clientId: string;
  /** Client secret of the app. */
  clientSecret: string;
  /** The app's extension, whose ID is the client ID. */
  extension: {
    /** Secret that signs the JWTs of the extension's back end, in base64. */
    secret: string;
    /** ID of the user who owns the extension. */
    ownerId: string;
  };
}

export const clientOptions = ({ baseUrl }: SandboxContext, settings: Settings): StreamClientOptions => ({
  baseUrl: `${baseUrl()}/helix`,
  authUrl: `${baseUrl()}/id`,
  clientId: settings.clientId,
  clientSecret: settings.clientSecret,
  extension: settings.extension,
});
