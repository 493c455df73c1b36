import { createFoodClient, type FoodOptions } from '@x/food';
import { createMusicClient, type MusicPublicOptions } from '@x/music';
import { createQuotesClient, type QuotesOptions } from '@x/quotes';

/** Options of the page's clients. */
interface PageOptions {
  readonly music: MusicPublicOptions;
  readonly food: FoodOptions;
  readonly quotes: QuotesOptions;
}

const stored = 'sign-in';
const redirectUri = `${location.origin}/`;
const scopes = ['user-read-private', 'playlist-modify-private', 'playlist-modify-public'];

/** Sends the user to the consent page. */
async function signIn(options: string): Promise<void> {
  const { music }: PageOptions = JSON.parse(options);
  const { url, session } = await createMusicClient(music).oauth.authorize({ redirectUri, scopes });
  sessionStorage.setItem(stored, JSON.stringify(session));
  location.assign(url);
}

/** Calls the APIs as the user who came back from the consent page. */
async function call(options: string): Promise<unknown> {
  const { music, food, quotes }: PageOptions = JSON.parse(options);
  const session = JSON.parse(sessionStorage.getItem(stored) ?? 'null');
  const client = createMusicClient(music);
  await client.oauth.exchange({ account: 'user', callbackUrl: location.href, session });
  const user = client.withAccount('user');
  const me = await user.users.me();
  const { id } = await user.playlists.create({ name: 'From a page' });
  const unknown = await user.albums.get({ id: '0'.repeat(22) }).catch(({ code, status }) => ({ code, status }));
  const foods = createFoodClient({ ...food, credentialsIn: 'query' }).foods;
  return {
    user: me.display_name,
    playlist: (await user.playlists.get({ playlist_id: id })).name,
    unknown,
    foods: (await foods.list({ pageSize: 2 })).items.length,
    foodsByPost: (await foods.search({ endDate: '2100-01-01', pageSize: 2 })).items.length,
    quote: typeof (await createQuotesClient(quotes).random()).content,
  };
}

Object.assign(globalThis, { signIn, call });
