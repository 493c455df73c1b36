import type { SandboxContext } from '../../context.ts';
import { type Limits, numbersOf } from '../../limiter.ts';
import { resolveSignIn, type SignInOptions } from '../../sign-in/options.ts';
import { loopbackLiterals } from '../../sign-in/redirects.ts';

/** Settings of the music sandbox. */
export interface MusicSandboxOptions extends SignInOptions {
  /**
   * What kind of app the client is: `extended` (extended quota: everything) or `development` (the rules of February
   * 2026: fewer endpoints, lower limits, fewer fields). Default `extended`.
   */
  mode?: 'extended' | 'development';
  /** Client id of the app. Default: 32 hexadecimal digits made from the seed. */
  clientId?: string;
  /** Its secret. Default: 32 hexadecimal digits made from the seed. */
  clientSecret?: string;
  /** Further apps of the same developer. Default none. */
  otherClients?: readonly MusicSandboxApp[];

  /** Number of artists, at least 2. Default 80. */
  artists?: number;
  /** Releases per artist; every fifth is a single, every sixth a compilation. Default 6. */
  albumsPerArtist?: number;
  /** Number of shows with 8 to 20 episodes each. Default 30. */
  shows?: number;
  /** Number of audiobooks. Default 40. */
  audiobooks?: number;
  /** Number of users, at least 2. Default 12. */
  users?: number;
  /** Number of playlists, the large one included. Default 60. */
  playlists?: number;
  /** Entries of the large playlist, which is public and belongs to the first user; at most 10,000. Default 300. */
  largePlaylistItems?: number;
  /**
   * `true`: every third playlist found by search is `null`, and so is the item of every tenth playlist entry, as
   * observed since 2025. Default `true` where the sandbox has `quirks: 'real'`, else `false`.
   */
  nullItems?: boolean;

  /**
   * How player commands answer: `empty` (204) or `text` (200 with a line of text, as observed). Default `empty`.
   */
  playerAnswer?: 'empty' | 'text';

  /** Life of an access token in seconds. Default 3600. */
  accessTokenSeconds?: number;
  /** Life of a refresh token in seconds since the user's consent. Default 15,778,800: half a year. */
  refreshTokenSeconds?: number;
  /** When a refresh gives a new refresh token and kills the old one. Default `pkce`: only for grants made with PKCE. */
  refreshRotation?: 'never' | 'always' | 'pkce';

  /**
   * Body of a 429: `rate` (`API rate limit exceeded`), `quota` (reason `QUOTA_EXCEEDED`) or `text` (no JSON).
   * Default `rate` in `extended` mode, `quota` in `development` mode.
   */
  rateLimitBody?: 'rate' | 'quota' | 'text';
  /** `Retry-After` of a 429 in seconds; `null` leaves the header out. Default: the seconds until a request is free. */
  retryAfterSeconds?: number | null;

  /** Development mode: ids of the users on the app's list; others get 403. Default: every user. */
  registeredUsers?: readonly string[];
  /** Development mode: `false` refuses every call because the app's owner has no Premium. Default `true`. */
  ownerPremium?: boolean;
}

/** The limit of the music catalog API in place of the real one, which is not published. */
export interface MusicLimits {
  /**
   * Requests in any 30 seconds, per app in `extended` mode, per developer in `development` mode. Default 3,000 in
   * `extended` mode, 600 in `development` mode.
   */
  readonly requests?: number;
}

/** An app registered with the music sandbox. */
export interface MusicSandboxApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the consent page calls it. Default: the sandbox's `appName`. */
  readonly appName?: string;
  /** Default: the sandbox's `redirectUris`. */
  readonly redirectUris?: readonly string[];
}

/** Fills in the defaults. */
export function resolveOptions(
  context: SandboxContext,
  { limits, ...options }: MusicSandboxOptions & { limits?: Limits<MusicLimits> | undefined },
) {
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
    artists: atLeast(2, options.artists ?? 80),
    albumsPerArtist: atLeast(1, options.albumsPerArtist ?? 6),
    shows: atLeast(0, options.shows ?? 30),
    audiobooks: atLeast(0, options.audiobooks ?? 40),
    users: atLeast(2, options.users ?? 12),
    playlists: atLeast(1, options.playlists ?? 60),
    largePlaylistItems: Math.min(10_000, atLeast(0, options.largePlaylistItems ?? 300)),
    realQuirks: context.realQuirks,
    nullItems: options.nullItems ?? context.realQuirks,
    playerAnswer: options.playerAnswer ?? 'empty',
    accessTokenSeconds: options.accessTokenSeconds ?? 3600,
    refreshTokenSeconds: options.refreshTokenSeconds ?? 15_778_800,
    refreshRotation: options.refreshRotation ?? 'pkce',
    ...resolveSignIn(options, loopbackLiterals),
    /** Requests in any 30 seconds; undefined: as many as come. */
    requests: numbers && atLeast(0, numbers.requests ?? (development ? 600 : 3000)),
    rateLimitBody: options.rateLimitBody ?? (development ? 'quota' : 'rate'),
    retryAfterSeconds: options.retryAfterSeconds,
    registeredUsers: options.registeredUsers,
    ownerPremium: options.ownerPremium ?? true,
  };
}

/** The options with their defaults filled in. */
export type Settings = ReturnType<typeof resolveOptions>;

function atLeast(min: number, value: number): number {
  if (!Number.isInteger(value) || value < min) throw new RangeError(`music sandbox: ${value} is not a number ≥ ${min}`);
  return value;
}

/** What the client of the music catalog API takes. */
export interface MusicClientOptions {
  baseUrl: string;
  authUrl: string;
  clientId: string;
  clientSecret: string;
}

/** The options of a client of this sandbox. */
export const clientOptions = ({ baseUrl }: SandboxContext, { app }: Settings): MusicClientOptions => ({
  baseUrl: baseUrl(),
  authUrl: `${baseUrl()}/accounts`,
  ...app,
});
