import {
  aSecret,
  aString,
  type Filled,
  isObject,
  type JsonSchema,
  numberFrom,
  numberFrom0,
  objectWith,
  oneOf,
  type Rule,
  type RulesOf,
  readOptions,
  trueOrFalse,
  wholeNumber,
} from '../../check-fields.ts';
import type { SandboxContext } from '../../context.ts';
import { type Limits, numbersOf } from '../../limiter.ts';
import { resolveSignIn, type SignInOptions, type SignInSettings, signInRules } from '../../sign-in/options.ts';
import { loopbackLiterals } from '../../sign-in/redirects.ts';
import { userId } from './world/values.ts';

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
  /** Registered users; each is a channel, the most popular first. Default 800. */
  users?: number | undefined;
  /** How many of them are live. Default 600, or three quarters of `users` when that is less. */
  streams?: number | undefined;
  /** Games and categories. Default 120. */
  games?: number | undefined;
  /** Clips, most of them of popular channels. Default 3,000. */
  clips?: number | undefined;
  /** Videos, most of them of popular channels. Default 2,000. */
  videos?: number | undefined;
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
   * Limits of single endpoints, by `GET /clips`: requests in any `windowMs` milliseconds per app or user. Requests beyond
   * are refused with a 429 while points are left, so that waiting for `Ratelimit-Reset` does not help. Default: the API's own.
   */
  readonly endpoints?: Readonly<Record<string, { limit: number; windowMs: number }>> | undefined;
}

/** The options with every default filled in. */
export interface Settings
  extends SignInSettings,
    Filled<Omit<StreamSandboxOptions, keyof SignInOptions | 'extension' | 'eventSub'>> {
  /** Whether anything is limited. */
  limited: boolean;
  limits: Filled<StreamLimits>;
  extension: { secret: string; ownerId: string };
  eventSub: { loopbackCallbacks: boolean; maxTotalCost: number };
}

const seconds = numberFrom0('a number of seconds');

const endpointLimitSchema: JsonSchema = {
  type: 'object',
  properties: { limit: { type: 'number', minimum: 0 }, windowMs: { type: 'number', minimum: 0 } },
  required: ['limit', 'windowMs'],
};
const isEndpointLimit = (value: unknown) => {
  if (typeof value !== 'object' || value === null) return false;
  const { limit, windowMs } = value as Record<string, unknown>;
  return [limit, windowMs].every((number) => typeof number === 'number' && number >= 0);
};
const limitsByEndpoint: Rule = {
  expected: 'an object of endpoints such as "GET /clips", each with { limit, windowMs }',
  isValid: (value) => isObject(value) && Object.values(value).every(isEndpointLimit),
  schema: { type: 'object', additionalProperties: endpointLimitSchema },
};

/** What each option must be. */
export const streamRules = {
  ...signInRules,
  clientId: aString,
  clientSecret: aSecret,
  clientType: oneOf('confidential', 'public'),
  extension: objectWith({ secret: aSecret, ownerId: aString }),
  appTokenSeconds: seconds,
  userTokenSeconds: seconds,
  cursorOnLastPage: trueOrFalse,
  overtakesPerPage: wholeNumber(0),
  eventSub: objectWith({ loopbackCallbacks: trueOrFalse, maxTotalCost: numberFrom0('a cost') }),
  users: wholeNumber(1),
  streams: wholeNumber(0),
  games: wholeNumber(1),
  clips: wholeNumber(0),
  videos: wholeNumber(0),
  followsPerUser: wholeNumber(0),
  teams: wholeNumber(0),
} satisfies RulesOf<StreamSandboxOptions>;

/** What each limit must be. */
export const streamLimitRules = {
  capacity: numberFrom(1, 'a number of points'),
  refillPerMinute: {
    expected: 'a number of points above 0',
    isValid: (value) => typeof value === 'number' && value > 0,
    isNumber: true,
    schema: { type: 'number', exclusiveMinimum: 0 },
  },
  endpoints: limitsByEndpoint,
} satisfies RulesOf<StreamLimits>;

/** Checks the options, and fills in the defaults. Throws as `readOptions` does, and `RangeError` for more streams than users. */
export function resolveOptions({
  limits,
  ...allOptions
}: StreamSandboxOptions & { limits?: Limits<StreamLimits> | undefined }): Settings {
  const options = readOptions('stream', allOptions, streamRules) as StreamSandboxOptions;
  const { extension, eventSub, ...others } = options;
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
    throw new RangeError(`stream.streams must be at most stream.users, ${users}; got ${settings.streams}`);
  return settings;
}

/** What the client of the streaming API takes. */
export interface StreamClientOptions {
  /** Base URL of the API in the sandbox. */
  baseUrl: string;
  /** Base URL of the authorization server in the sandbox. */
  authUrl: string;
  /** Client ID of the app. */
  clientId: string;
  /** Client secret of the app. */
  clientSecret: string;
  /** The app's extension, whose id is the client id: what its back end signs its JWTs with. */
  /** The app as an extension. */
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
