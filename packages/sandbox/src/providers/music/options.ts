import * as v from 'valibot';
import {
  aString,
  listOfObjects,
  numberFrom0,
  numberIn,
  oneOf,
  type RulesOf,
  readOptions,
  strings,
  trueOrFalse,
  wholeNumber,
} from '../../shared/check-fields.ts';
import type { SandboxContext } from '../../shared/context.ts';
import { type Limits, numbersOf } from '../../shared/limits.ts';
import { generatedOf, ownOf, type Records, recordsRule, requireUnique } from '../../shared/own-records.ts';
import { resolveSignIn, type SignInOptions, signInRules } from '../../shared/sign-in/options.ts';
import { loopbackLiterals } from '../../shared/sign-in/redirects.ts';
import {
  type MusicAlbumRecord,
  type MusicArtistRecord,
  type MusicPlaylistRecord,
  type MusicTrackRecord,
  musicRecordRules,
  type OwnMusic,
} from './own-records.ts';

/** Settings of the music sandbox. */
export interface MusicSandboxOptions extends SignInOptions {
  /**
   * Quota mode of the app: `extended` (extended quota, with everything) or `development` (the rules of February 2026,
   * with fewer endpoints, lower limits and fewer fields). Default `extended`.
   */
  mode?: 'extended' | 'development' | undefined;
  /** Client ID of the app. Default: 32 hexadecimal digits made from the seed. */
  clientId?: string | undefined;
  /** Client secret of the app. Default: 32 hexadecimal digits made from the seed. */
  clientSecret?: string | undefined;
  /** Other apps of the same developer. Default none. */
  otherClients?: readonly MusicSandboxApp[] | undefined;

  /** Number of generated artists, at least 2, or your own artists to add to them. Default 80. */
  artists?: Records<MusicArtistRecord> | undefined;
  /** Releases per artist; every fifth is a single, every sixth a compilation. Default 6. */
  albumsPerArtist?: number | undefined;
  /** Your own releases, in addition to the generated ones. Default none. */
  albums?: readonly MusicAlbumRecord[] | undefined;
  /** Your own tracks, in addition to the generated ones. Default none. */
  tracks?: readonly MusicTrackRecord[] | undefined;
  /** Number of shows, each with 8 to 20 episodes. Default 30. */
  shows?: number | undefined;
  /** Number of audiobooks. Default 40. */
  audiobooks?: number | undefined;
  /** Number of users, at least 2. Default 12. */
  users?: number | undefined;
  /** Number of generated playlists, including the large one, or your own playlists to add to them. Default 60. */
  playlists?: Records<MusicPlaylistRecord> | undefined;
  /** Entries of the large playlist, which is public and belongs to the first user; at most 10,000. Default 300. */
  largePlaylistItems?: number | undefined;
  /**
   * `true`: every third playlist found by search is `null`, and so is the item of every tenth playlist entry, as
   * observed since 2025. Default `true` with the sandbox option `quirks: 'real'`, else `false`.
   */
  nullItems?: boolean | undefined;

  /** Response to player commands: `empty` (204) or `text` (200 with a line of text, as observed). Default `empty`. */
  playerAnswer?: 'empty' | 'text' | undefined;

  /** Lifetime of an access token in seconds. Default 3600. */
  accessTokenSeconds?: number | undefined;
  /** Lifetime of a refresh token in seconds, counted from the user's consent. Default 15,778,800 (half a year). */
  refreshTokenSeconds?: number | undefined;
  /**
   * When a refresh returns a new refresh token and invalidates the old one. Default `pkce` (only for grants made with
   * PKCE).
   */
  refreshRotation?: 'never' | 'always' | 'pkce' | undefined;

  /**
   * Body of a 429: `rate` (`API rate limit exceeded`), `quota` (reason `QUOTA_EXCEEDED`) or `text` (no JSON).
   * Default `rate` in `extended` mode, `quota` in `development` mode.
   */
  rateLimitBody?: 'rate' | 'quota' | 'text' | undefined;
  /**
   * `Retry-After` of a 429 in seconds; `null` omits the header. Default: the seconds until the next request is allowed.
   */
  retryAfterSeconds?: number | null | undefined;

  /** Development mode: IDs of the users on the app's list; others get a 403. Default: every user. */
  registeredUsers?: readonly string[] | undefined;
  /** Development mode: `false` refuses every call because the app's owner has no Premium. Default `true`. */
  ownerPremium?: boolean | undefined;
}

/** Rate limit of the sandbox's music catalog API. The real limit is not published. */
export interface MusicLimits {
  /**
   * Requests in any 30 seconds: per app in `extended` mode, per developer in `development` mode. Default 3,000 in
   * `extended` mode, 600 in `development` mode.
   */
  readonly requests?: number | undefined;
  /** Uploads of playlist images in any 30 seconds, which do not count as `requests`. Default 10. */
  readonly uploads?: number | undefined;
}

/** An app registered with the music sandbox. */
export interface MusicSandboxApp {
  /** Client ID of the app. */
  readonly clientId: string;
  /** Client secret of the app. */
  readonly clientSecret: string;
  /** Name on the consent page. Default: the sandbox's `appName`. */
  readonly appName?: string | undefined;
  /** Registered redirect URIs. Default: the sandbox's `redirectUris`. */
  readonly redirectUris?: readonly string[] | undefined;
}

const appRules = {
  clientId: aString,
  clientSecret: aString,
  appName: aString,
  redirectUris: strings,
} satisfies RulesOf<MusicSandboxApp>;

const seconds = numberFrom0('a number of seconds');

/** Rules of the options. */
export const musicRules = {
  ...signInRules,
  mode: oneOf('extended', 'development'),
  clientId: aString,
  clientSecret: aString,
  otherClients: listOfObjects('apps', appRules),
  artists: recordsRule(wholeNumber(2), 'artists', musicRecordRules.artists),
  albumsPerArtist: wholeNumber(1),
  albums: listOfObjects('albums', musicRecordRules.albums),
  tracks: listOfObjects('tracks', musicRecordRules.tracks),
  shows: wholeNumber(0),
  audiobooks: wholeNumber(0),
  users: wholeNumber(2),
  playlists: recordsRule(wholeNumber(1), 'playlists', musicRecordRules.playlists),
  largePlaylistItems: wholeNumber(0, 10_000),
  nullItems: trueOrFalse,
  playerAnswer: oneOf('empty', 'text'),
  accessTokenSeconds: seconds,
  refreshTokenSeconds: seconds,
  refreshRotation: oneOf('never', 'always', 'pkce'),
  rateLimitBody: oneOf('rate', 'quota', 'text'),
  retryAfterSeconds: v.nullable(numberIn('a number of seconds, at least 0, or null', 0)),
  registeredUsers: strings,
  ownerPremium: trueOrFalse,
} satisfies RulesOf<MusicSandboxOptions>;

export const musicLimitRules = {
  requests: numberFrom0('a number of requests'),
  uploads: numberFrom0('a number of requests'),
} satisfies RulesOf<MusicLimits>;

/** Checks the options, and fills in the defaults. Throws as `readOptions` does. */
export function resolveOptions(
  context: SandboxContext,
  { limits, ...allOptions }: MusicSandboxOptions & { limits?: Limits<MusicLimits> | undefined },
) {
  const options = readOptions('music', allOptions, musicRules) as MusicSandboxOptions;
  const { artists, albums, tracks, playlists } = options;
  const own: OwnMusic = { artists, albums, tracks, playlists };
  for (const [list, records] of Object.entries(own) as [string, Records<MusicArtistRecord> | undefined][])
    requireUnique(`music.${list}`, records, ['id']);
  const numbers = numbersOf(limits);
  const random = context.random('app');
  const hex = () => random.text(32, '0123456789abcdef');
  const development = options.mode === 'development';
  const app = { clientId: options.clientId ?? hex(), clientSecret: options.clientSecret ?? hex() };
  return {
    development,
    app,
    apps: [app, ...(options.otherClients ?? [])].map((each: MusicSandboxApp) => {
      const { appName, redirectUris } = resolveSignIn({ ...options, ...each }, loopbackLiterals);
      return { ...each, appName, redirectUris };
    }),
    artists: generatedOf(options.artists) ?? 80,
    albumsPerArtist: options.albumsPerArtist ?? 6,
    shows: options.shows ?? 30,
    audiobooks: options.audiobooks ?? 40,
    users: options.users ?? 12,
    playlists: generatedOf(options.playlists) ?? 60,
    own,
    /** Whether the options add records. */
    hasOwn: Object.values(own).some((records) => ownOf<object>(records).length > 0),
    largePlaylistItems: options.largePlaylistItems ?? 300,
    realQuirks: context.realQuirks,
    nullItems: options.nullItems ?? context.realQuirks,
    playerAnswer: options.playerAnswer ?? 'empty',
    accessTokenSeconds: options.accessTokenSeconds ?? 3600,
    refreshTokenSeconds: options.refreshTokenSeconds ?? 15_778_800,
    refreshRotation: options.refreshRotation ?? 'pkce',
    ...resolveSignIn(options, loopbackLiterals),
    /** Requests in any 30 seconds; undefined for no limit. */
    requests: numbers && (numbers.requests ?? (development ? 600 : 3000)),
    /** Image uploads in any 30 seconds; undefined for no limit. */
    uploads: numbers && (numbers.uploads ?? 10),
    rateLimitBody: options.rateLimitBody ?? (development ? 'quota' : 'rate'),
    retryAfterSeconds: options.retryAfterSeconds,
    registeredUsers: options.registeredUsers,
    ownerPremium: options.ownerPremium ?? true,
  };
}

/** The options with their defaults filled in. */
export type Settings = ReturnType<typeof resolveOptions>;

/** Options that make a music client call this sandbox. */
export interface MusicClientOptions {
  /** Base URL of the API in the sandbox. */
  baseUrl: string;
  /** Base URL of the authorization server in the sandbox. */
  authUrl: string;
  /** Client ID of the app. */
  clientId: string;
  /** Client secret of the app. */
  clientSecret: string;
}

/** Returns the options that make a client call this sandbox. */
export const clientOptions = ({ baseUrl }: SandboxContext, { app }: Settings): MusicClientOptions => ({
  baseUrl: baseUrl(),
  authUrl: `${baseUrl()}/accounts`,
  ...app,
});
