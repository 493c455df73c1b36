import { words } from '../data/base.ts';
import type { Channel } from '../data/channels.ts';
import type { Follow } from '../data/people.ts';
import data from '../data/stream.json' with { type: 'json' };
import { perKey } from '../data/values.ts';
import type { World } from '../data/world.ts';
import { type Endpoints, foreignUser, refuseForeignId, requireScope } from '../endpoint.ts';
import { malformed, refuse } from '../errors.ts';
import type { Body } from '../request/body.ts';
import { limitValue } from '../request/query.ts';

const titleLength = 140;
const longestDelay = 900;
const tagsPerChannel = 10;
const tagLength = 25;
const brandChangesPerMinute = 5;
const followersScope = 'moderator:read:followers';
const languages = words(data.languages);
const labelLocales = words(data.labelLocales);

function checkTags(tags: readonly string[]): void {
  if (tags.length > tagsPerChannel) malformed('tags', `there may be at most ${tagsPerChannel} tags`);
  for (const tag of tags) {
    if (tag === '') malformed('tags', 'a tag may not be empty');
    if ([...tag].length > tagLength) malformed('tags', `a tag may have at most ${tagLength} characters`);
    if (!/^[\p{L}\p{N}]+$/u.test(tag)) malformed('tags', 'a tag may not contain spaces or special characters');
  }
}

/** Returns a channel's labels after switching the requested ones on or off. */
function readLabels(channel: Channel, asked: readonly Body[]): string[] {
  const result = new Set(channel.content_classification_labels);
  const ids = data.labels.map(({ id }) => id);
  for (const each of asked) {
    const id = each.choice('id', ids) ?? malformed('content_classification_labels', 'id is missing');
    const isOn = each.flag('is_enabled') ?? malformed('content_classification_labels', 'is_enabled is missing');
    if (data.labels.find((label) => label.id === id)?.automatic) refuse(403, `The label ${id} comes with the game.`);
    if (isOn) result.add(id);
    else result.delete(id);
  }
  return [...result].sort();
}

/** Reads the changes in the body of `PATCH /channels`. */
function readChanges({ users, games }: World, channel: Channel, body: Body): Partial<Channel> {
  const gameId = body.text('game_id');
  const language = body.text('broadcaster_language');
  const title = body.text('title');
  const delay = body.int('delay', 0, longestDelay);
  const tags = body.texts('tags');
  const asked = body.objects('content_classification_labels');
  const branded = body.flag('is_branded_content');
  if ([gameId, language, title, delay, tags, asked, branded].every((value) => value === undefined))
    refuse(400, 'The request must update at least one property.');
  if (gameId && !/^\d+$/.test(gameId)) malformed('game_id', 'value must be a numeric');
  if (title === '') refuse(400, 'The title field may not contain an empty string.');
  limitValue('title', title, titleLength);
  if (delay !== undefined && users().byId.get(channel.broadcaster_id)?.broadcaster_type !== 'partner')
    refuse(400, 'To update the delay field, the broadcaster must have partner status.');
  if (tags) checkTags(tags);
  const game = gameId ? games().byId.get(gameId) : undefined;
  return {
    // An unknown game ID changes nothing; "0" and "" remove the game.
    ...(game && { game_id: game.id, game_name: game.name }),
    ...((gameId === '' || gameId === '0') && { game_id: '', game_name: '' }),
    ...(language !== undefined && languages.includes(language) && { broadcaster_language: language }),
    ...(title !== undefined && { title }),
    ...(delay !== undefined && { delay }),
    ...(tags && { tags }),
    ...(asked && { content_classification_labels: readLabels(channel, asked) }),
    ...(branded !== undefined && { is_branded_content: branded }),
  };
}

/** Endpoints of channels, their editors and followers, followed channels, and content labels. */
export function channelEndpoints(world: World): Endpoints {
  const { now, publish, users, channels, liveChanged, editors } = world;
  const brandChanges = perKey((_broadcasterId): number[] => []);

  // The API does not say how often is too often. Nobody needs this many changes.
  function countBranding(broadcasterId: string): void {
    const lately = brandChanges(broadcasterId).filter((at) => at > now() - 60_000);
    if (lately.length >= brandChangesPerMinute) refuse(409, 'The branded content flag is being set too often.');
    brandChanges.set(broadcasterId, [...lately, now()]);
  }

  return {
    'GET /channels'({ query, token }) {
      query.requiredText('broadcaster_id');
      const found = query.ids('broadcaster_id').flatMap((id) => channels().get(id) ?? []);
      // Only the owner sees the delay.
      return found.map((channel) => (channel.broadcaster_id === token.userId ? channel : { ...channel, delay: 0 }));
    },
    'PATCH /channels'({ query, body, token }) {
      // The real host also takes the ID in the body.
      const id = (query.has('broadcaster_id') ? query : body).requiredId('broadcaster_id');
      if (id !== token.userId) refuseForeignId('broadcaster_id', foreignUser);
      const channel = channels().get(id) ?? refuse(404);
      const changes = readChanges(world, channel, body); // all of them, or none if one is refused
      if (changes.is_branded_content !== undefined) countBranding(id);
      Object.assign(channel, changes);
      liveChanged();
      const { title, broadcaster_language: language, content_classification_labels } = channel;
      const category = { category_id: channel.game_id, category_name: channel.game_name };
      const event = { title, language, ...category, content_classification_labels };
      publish(id, 'channel.update', event, { version: '2' });
    },
    'GET /channels/editors': ({ ownId }) =>
      editors(ownId).map(({ userId, followedAt }) => ({
        user_id: userId,
        user_name: users().byId.get(userId)?.display_name,
        created_at: followedAt,
      })),
    ...followEndpoints(world),
    // In English for every locale.
    'GET /content_classification_labels'({ query }) {
      query.choice('locale', labelLocales, 'en-US');
      return data.labels.map(({ id, description, name }) => ({ id, description, name }));
    },
  };
}

function followEndpoints(world: World): Endpoints {
  const { named, follows, roles } = world;
  return {
    'GET /channels/followed'({ ownId, query, page }) {
      const all = follows().of(ownId);
      const id = query.id('broadcaster_id');
      const asked = id ? all.filter(({ broadcasterId }) => broadcasterId === id) : all;
      const show = ({ broadcasterId, followedAt: followed_at }: Follow) => ({
        ...named('broadcaster', broadcasterId),
        followed_at,
      });
      return { ...page(asked, show), total: all.length };
    },
    'GET /channels/followers'({ query, token, page }) {
      const broadcasterId = query.requiredId('broadcaster_id');
      const id = query.id('user_id');
      const mayRead = token.scopes.includes(followersScope);
      const moderates = roles().moderates(token.userId ?? '', broadcasterId);
      // Without permission, asking for one user is refused, and asking for all returns only their number.
      if (id) requireScope(token.scopes, [followersScope]);
      if (id && !moderates) refuseForeignId('broadcaster_id');
      const all = follows().to(broadcasterId);
      const asked = id ? all.filter(({ userId }) => userId === id) : all;
      const show = ({ userId, followedAt: followed_at }: Follow) => ({ followed_at, ...named('user', userId) });
      return { ...page(mayRead && moderates ? asked : [], show), total: all.length };
    },
  };
}
