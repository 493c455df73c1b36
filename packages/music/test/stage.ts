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

/** Cases for a group of endpoints. */
export interface Cases {
  /** Those open to every app. */
  readonly open: EndpointTable<MusicAccountClient>;
  /** Cases of deprecated endpoints, which only work in this stage's extended mode. */
  readonly closed: EndpointTable<MusicAccountClient>;
}

/** A case whose `works` takes the result of its `given`. */
export const row = <Given>(of: EndpointCase<MusicAccountClient, Given>) => endpointCase(of);

/** Every scope: scopes that calls need, and scopes that only add fields to responses. */
const scopes = [
  ...new Set([
    ...operationsOf(endpoints).flatMap(([, spec]) => spec.scopes ?? []),
    ...['user-read-private', 'user-read-email', 'user-read-playback-position', 'playlist-read-collaborative'],
  ]),
];

export let sandbox: Sandbox;
/** Whether it serves the odd forms that were recorded from the real host. */
export let realQuirks = false;
/** Acts for nobody. */
export let app: MusicClient;
/** Acts for the first user of the sandbox, who has Premium and lives in the US, with every scope. */
export let user: MusicAccountClient;
/** Acts for the same user without any scope, and does not know that. */
export let bare: MusicAccountClient;

/** Whether a case is called with the client of the app. */
export const isApp = (client: object): boolean => client === app;

export const userId = 'sandbox';

export const recorded = recordAnswers(() => sandbox.options.music.baseUrl);

/** A 22-digit id that nothing has. */
export const unknown = 'A'.repeat(22);

/** Records of the sandbox's catalog that play in the US. */
export const known = {
  /** An album of more than ten tracks, the first of its artists, and a track of it. */
  album: '',
  artist: '',
  track: '',
  /** Fifty tracks of any albums. */
  tracks: [] as readonly string[],
  /** Public, of the user, with 300 entries. */
  playlist: '',
  show: '',
  episodes: [] as readonly string[],
  audiobook: '',
};

export const clientOf = (box: Sandbox, options: Partial<MusicOptions> = {}) =>
  createMusicClient({ ...box.options.music, retries: 0, clock: box.clock, ...options });

/**
 * A sandbox of other settings, for as long as one test runs. `requests` of 30 seconds are allowed; default: any number.
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

/** Another user with every scope. */
export const somebody = (id: 'mira' | 'oskar' | 'night owl & co') => signIn(sandbox, app, id);

/** Opens the sandbox. */
export async function open(quirks: Quirks = 'off') {
  realQuirks = quirks === 'real';
  sandbox = await createSandbox({ quirks });
  app = clientOf(sandbox, { fetch: recorded.fetch });
  user = await signIn(sandbox, app, userId);
  bare = await signIn(sandbox, app, userId, []);
  const { items } = await user.search({ q: 'album:the', type: 'track', limit: 50 });
  const track = items.find(({ album }) => album.album_type === 'album' && album.total_tracks > 10);
  const first = async (type: 'playlist' | 'show' | 'audiobook', q: string) =>
    (await user.search({ q, type })).items[0]?.id ?? '';
  Object.assign(known, {
    tracks: items.map(({ id }) => id),
    track: track?.id,
    album: track?.album.id,
    artist: track?.album.artists[0]?.id,
    playlist: await first('playlist', 'Everything at Once'),
    show: await first('show', 'the'),
    audiobook: await first('audiobook', 'the'),
    episodes: (await user.search({ q: 'what', type: 'episode' })).items.map(({ id }) => id),
  });
}

export const idsOf = (records: readonly { id: string | null }[]) => records.map(({ id }) => id);
export const trackUri = (id: string | undefined) => `spotify:track:${id}`;
