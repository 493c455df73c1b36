import { randomUUID } from 'node:crypto';
import { type ExchangeOptions, isApiError, type OAuth, type Page } from '@x/core';
import { contentsOf, type MusicClient } from '@x/music';
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

/** What a user came back with. */
export type Back = Omit<ExchangeOptions, 'account'>;

/** What the app needs of a provider. */
export interface SignInProvider {
  /** Part of addresses. */
  readonly name: string;
  readonly title: string;
  readonly scopes: readonly string[];
  readonly oauth: OAuth & { revoke?(account: string): Promise<void> };
  /** Signs in the user who came back. Nothing is stored unless the provider has reported who they are. */
  signIn(back: Back): Promise<Account>;
  readonly listTitle: string;
  readonly emptyText: string;
  /** Returns one page of the user's own list. */
  list(account: Account, cursor: string | undefined): Promise<Page<Row>>;
}

const pageSize = 5;
const from = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });
const words = (...parts: string[]) => parts.filter(Boolean).join(' · ');

/**
 * Stores the grant of the user who came back under an account that names them, and is new for each sign-in: no session can reach or
 * end the grant of another.
 */
async function storeGrant<User>(
  oauth: OAuth<User>,
  back: Back,
  describe: (user: User) => Omit<Account, 'key'>,
): Promise<Account> {
  let described = {} as Omit<Account, 'key'>;
  const { account: key } = await oauth.exchange({
    ...back,
    account(user) {
      described = describe(user);
      return `${described.userId} ${randomUUID()}`;
    },
  });
  return { ...described, key };
}

function streamProvider(stream: StreamClient): SignInProvider {
  return {
    name: 'stream',
    title: 'Twitch',
    scopes: ['user:read:follows'],
    oauth: stream.oauth,
    async signIn(back) {
      const account = await storeGrant(stream.oauth, back, (user) => ({ userId: user.user_id, userName: user.login }));
      try {
        const [user] = (await stream.withAccount(account.key).users.list()).items;
        return { ...account, userName: user?.display_name ?? account.userName };
      } catch (error) {
        if (!isApiError(error)) throw error;
        return account; // only the spelling of the name is missing
      }
    },
    listTitle: 'Live now, of those you follow',
    emptyText: 'Nobody you follow is live.',
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
    signIn: (back) =>
      storeGrant(music.oauth, back, ({ id, display_name }) => ({ userId: id, userName: display_name ?? id })),
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

/** The providers of the clients that are there. */
export function createProviders({ stream, music }: { stream?: StreamClient; music?: MusicClient }): SignInProvider[] {
  return [...(stream ? [streamProvider(stream)] : []), ...(music ? [musicProvider(music)] : [])];
}
