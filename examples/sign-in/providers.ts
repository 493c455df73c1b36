import type { Page } from '@x/core';
import { contentsOf, type MusicClient } from '@x/music';
import type { ClientAccounts, OAuth } from '@x/oauth';
import type { StreamClient } from '@x/stream';

/** A user who has signed in. */
export interface Account {
  /** The account under which the client stores the grant. */
  readonly key: string;
  readonly userId: string;
  readonly userName: string;
}

/** A line of a list. */
export interface Row {
  readonly title: string;
  readonly text: string;
}

/** The parts of a provider that the app needs. */
export interface SignInProvider {
  /** Name in paths and query parameters, such as `stream`. */
  readonly name: string;
  readonly title: string;
  readonly scopes: readonly string[];
  readonly oauth: OAuth;
  readonly accounts: ClientAccounts & { revoke?(account: string): Promise<void> };
  /** Asks the provider for the user whose grant is stored under an account. */
  identify(key: string): Promise<Account>;
  readonly listTitle: string;
  readonly emptyText: string;
  /** Returns one page of the user's own list. */
  list(account: Account, cursor: string | undefined): Promise<Page<Row>>;
}

const pageSize = 5;
const from = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });
const words = (...parts: string[]) => parts.filter(Boolean).join(' · ');

function streamProvider(stream: StreamClient): SignInProvider {
  return {
    name: 'stream',
    title: 'Twitch',
    scopes: ['user:read:follows'],
    oauth: stream.oauth,
    accounts: stream.accounts,
    async identify(key) {
      const [user] = (await stream.withAccount(key).users.list()).items;
      return { key, userId: user?.id ?? '', userName: user?.display_name ?? '' };
    },
    listTitle: 'Live channels you follow',
    emptyText: 'No channel you follow is live.',
    async list({ key, userId }, cursor) {
      const params = { user_id: userId, first: pageSize };
      const page = await stream.withAccount(key).streams.followed(params, from(cursor));
      const items = page.items.map(({ user_name, title, game_name, viewer_count }) => ({
        title: user_name,
        text: words(title, game_name, `${viewer_count.toLocaleString('en')}\u00a0watching`),
      }));
      return { ...page, items };
    },
  };
}

function musicProvider(music: MusicClient): SignInProvider {
  return {
    name: 'music',
    title: 'Spotify',
    scopes: ['playlist-read-private'],
    oauth: music.oauth,
    accounts: music.accounts,
    async identify(key) {
      const { id, display_name } = await music.withAccount(key).users.me();
      return { key, userId: id, userName: display_name ?? id };
    },
    listTitle: 'Your playlists',
    emptyText: 'You have no playlists.',
    async list({ key }, cursor) {
      const page = await music.withAccount(key).playlists.list({ limit: pageSize }, from(cursor));
      const items = page.items.map((playlist) => {
        const { name, owner } = playlist;
        const total = contentsOf(playlist)?.total;
        return {
          title: name,
          text: words(
            total === undefined ? '' : total === 1 ? '1 track' : `${total} tracks`,
            `by ${owner.display_name ?? owner.id}`,
          ),
        };
      });
      return { ...page, items };
    },
  };
}

/** Returns the providers whose clients are given. */
export function createProviders({ stream, music }: { stream?: StreamClient; music?: MusicClient }): SignInProvider[] {
  return [...(stream ? [streamProvider(stream)] : []), ...(music ? [musicProvider(music)] : [])];
}
