import { operationsOf } from '@x/core/provider';
import { createSandbox, type MusicSandboxOptions, type Quirks, type Sandbox } from '@x/sandbox';
import { type EndpointCase, type EndpointTable, endpointCase, recordAnswers } from '@x/testing';
import { onTestFinished } from 'vitest';
import {
  createMusicClient,
  endpoints,
  type MusicAccountClient,
  type MusicClient,
  type MusicOptions,
} from '../src/index.ts';

/** Clients, servers and data that the tests of a file share. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Cases for a group of endpoints. */
export interface Cases {
  /** Cases of endpoints that are open to every app. */
  readonly open: EndpointTable<MusicAccountClient, Stage>;
  /** Cases of deprecated endpoints, which only work in this stage's extended mode. */
  readonly closed: EndpointTable<MusicAccountClient, Stage>;
}

/** Returns a case whose `works` gets the result of its `given`. */
export const row = <Given>(of: EndpointCase<MusicAccountClient, Stage, Given>) => endpointCase(of);

/** Every scope: scopes that calls need, and scopes that only add fields to responses. */
const scopes = [
  ...new Set([
    ...operationsOf(endpoints).flatMap(([, spec]) => spec.scopes ?? []),
    ...['user-read-private', 'user-read-email', 'user-read-playback-position', 'playlist-read-collaborative'],
  ]),
];

export const userId = 'sandbox';

/** A well-formed ID that no record has. */
export const unknown = 'A'.repeat(22);

export const clientOf = (box: Sandbox, options: Partial<MusicOptions> = {}) =>
  createMusicClient({ ...box.options.music, retries: 0, clock: box.clock, ...options });

/**
 * Creates a sandbox with other settings, and closes it after the test. It allows `requests` in 30 seconds; default: any
 * number.
 */
export async function boxOf(music: MusicSandboxOptions = {}, requests?: number) {
  const limits = requests === undefined ? {} : { music: { requests } };
  const box = await createSandbox({ listen: false, music, limits });
  onTestFinished(() => box.close());
  return box;
}

/** Lets a client act for a user. Without `granted`, the grant lists no scopes. */
export async function signIn(box: Sandbox, client: MusicClient, id: string, granted: readonly string[] = scopes) {
  const account = `${id} with ${granted.length} scopes`;
  const tokens = box.controls.music.issueUserToken({ userId: id, scopes: granted });
  await client.accounts.set(account, { ...tokens, ...(granted.length > 0 && { scopes: granted }) });
  return client.withAccount(account);
}

/** Opens the sandbox. */
export async function openStage(quirks: Quirks = 'off') {
  const sandbox = await createSandbox({ quirks });
  const recorded = recordAnswers(() => sandbox.options.music.baseUrl);
  const app = clientOf(sandbox, { fetch: recorded.fetch });
  const user = await signIn(sandbox, app, userId);
  return {
    sandbox,
    recorded,
    /** Whether the sandbox has the quirks recorded from the real host. */
    realQuirks: quirks === 'real',
    /** Acts for the app itself, without a user. */
    app,
    /** Acts for the first user of the sandbox, who has Premium and lives in the US, with every scope. */
    user,
    /** Acts for the same user without any scope; the client does not know the scopes. */
    bare: await signIn(sandbox, app, userId, []),
    known: await recordsOf(user),
    /** Whether a client is the one that acts for the app itself. */
    isApp: (client: object): boolean => client === app,
    /** Signs in another user with every scope. */
    somebody: (id: 'mira' | 'oskar' | 'night owl & co') => signIn(sandbox, app, id),
  };
}

/** Returns IDs of records in the sandbox's catalog that play in the US. */
async function recordsOf(user: MusicAccountClient) {
  const { items } = await user.search({ q: 'album:the', type: 'track', limit: 50 });
  const track = items.find(({ album }) => album.album_type === 'album' && album.total_tracks > 10);
  const first = async (type: 'playlist' | 'show' | 'audiobook', q: string) =>
    (await user.search({ q, type })).items[0]?.id ?? '';
  return {
    /** An album with more than ten tracks, its first artist, and one of its tracks. */
    album: track?.album.id ?? '',
    artist: track?.album.artists[0]?.id ?? '',
    track: track?.id ?? '',
    /** Fifty tracks from any albums. */
    tracks: items.flatMap(({ id }) => id ?? []),
    /** The user's public playlist with 300 entries. */
    playlist: await first('playlist', 'Everything at Once'),
    show: await first('show', 'the'),
    episodes: (await user.search({ q: 'what', type: 'episode' })).items.map(({ id }) => id),
    audiobook: await first('audiobook', 'the'),
  };
}

export const idsOf = (records: readonly { id: string | null }[]) => records.map(({ id }) => id);
export const trackUri = (id: string | undefined) => `spotify:track:${id}`;
