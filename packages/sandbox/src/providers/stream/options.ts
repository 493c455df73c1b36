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

/** Where an app may have its users sent back to by plain http. */
export const loopbackHosts: readonly string[] = [...loopbackLiterals, 'localhost'];

/** How the streaming API of the sandbox behaves. Unset members are as the real API has them. */
export interface StreamSandboxOptions extends SignInOptions {
  /** Id of the one registered application. Default `sandboxstreamclientid000000000`. */
  clientId?: string | undefined;
  /** Its secret. Default `sandboxstreamclientsecret00000`. */
  clientSecret?: string | undefined;
  /**
   * `public` applications refresh without a secret, and their refresh tokens work once and lapse after 30 days;
   * those of `confidential` ones stay the same. Default `confidential`.
   */
  clientType?: 'confidential' | 'public' | undefined;
  /**
   * The application is an extension too, under the same id. `secret` (base64) signs the JWTs of its back end;
   * `ownerId` is the user it belongs to, with the games whose reports and drops the API shows. Default: a fixed secret,
   * and the owner of the most popular channel.
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
  /** `true`: the last page still has a cursor, and an empty page without one follows it. Default `false`. */
  cursorOnLastPage?: boolean | undefined;
  /**
   * How many entries of the live lists (streams, top games) jump to the top whenever a further page is asked for, so
   * that a walk meets duplicates and misses entries. Default 0: the lists do not change.
   */
  overtakesPerPage?: number | undefined;
  /**
   * EventSub. `loopbackCallbacks`: webhooks to this machine may use plain http and any port, where the API itself takes
   * https on port 443 only; default `true`. Webhooks elsewhere are accepted but never sent, so that their verification
   * fails. `maxTotalCost`: what an app's subscriptions may cost together; default 10,000.
   */
  eventSub?:
    | {
        /** Whether webhooks to this machine may use plain http and any port. Default true. */
        loopbackCallbacks?: boolean | undefined;
        /** Highest total cost of an app's subscriptions. Default 10,000. */
        maxTotalCost?: number | undefined;
      }
    | undefined;
  /** Registered users; each is a channel, the most popular first. Or your own users in addition. Default 800. */
  users?: Records<StreamUserRecord> | undefined;
  /**
   * How many of them are live, or your own broadcasts in addition. Default 600, or three quarters of `users` when
   * that is less.
   */
  streams?: Records<StreamRecord> | undefined;
  /** Games and categories, or some of your own in addition. Default 120. */
  games?: Records<StreamGameRecord> | undefined;
  /** Changes to channels of users, generated ones or your own. Default: none. */
  channels?: readonly StreamChannelRecord[] | undefined;
  /** Clips, most of them of popular channels, or your own clips in addition. Default 3,000. */
  clips?: Records<StreamClipRecord> | undefined;
  /** Videos, most of them of popular channels, or your own videos in addition. Default 2,000. */
  videos?: Records<StreamVideoRecord> | undefined;
  /** Channels that a user follows, on average. Default 15. */
  followsPerUser?: number | undefined;
  /** Teams. Default 12. */
  teams?: number | undefined;
}

/** Limits of the streaming API in place of the real ones. */
export interface StreamLimits {
  /** Points in the bucket of each app and each user, at least 1. Default 800. */
  readonly capacity?: number | undefined;
  /** How many of them return per minute, above 0. Default 800. */
  readonly refillPerMinute?: number | undefined;
  /**
   * Limits of single endpoints, by `GET /clips`: requests in any `windowMs` milliseconds per app or user. Requests
   * beyond are refused with a 429 while points are left, so that waiting for `Ratelimit-Reset` does not help. Default:
   * the API's own.
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
  /** Whether anything is limited. */
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

/** Rules of the limits. */
export const streamLimitRules = {
  capacity: numberFrom(1, 'a number of points'),
  refillPerMinute: numberAbove0('a number of points above 0'),
  endpoints: limitsByEndpoint,
} satisfies RulesOf<StreamLimits>;

/**
 * Checks the options, and fills in the defaults. Throws as `readOptions` does, and `ApiError` `invalid_params` for more
 * streams than users.
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

/** Options of the stream client that lead to this sandbox. */
export interface StreamClientOptions {
  /** Base URL of the API in the sandbox. */
  baseUrl: string;
  /** Base URL of the authorization server in the sandbox. */
  authUrl: string;
  /** Client ID of the app. */
  clientId: string;
  /** Client secret of the app. */
  clientSecret: string;
  /** The app's extension, whose ID is the client ID: what its back end signs its JWTs with. */
  extension: {
    /** Secret that signs the JWTs of the extension's back end, in base64. */
    secret: string;
    /** ID of the user who owns the extension. */
    ownerId: string;
  };
}

/** The options of a client of this sandbox. */
export const clientOptions = ({ baseUrl }: SandboxContext, settings: Settings): StreamClientOptions => ({
  baseUrl: `${baseUrl()}/helix`,
  authUrl: `${baseUrl()}/id`,
  clientId: settings.clientId,
  clientSecret: settings.clientSecret,
  extension: settings.extension,
});
