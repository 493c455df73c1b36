import type { Emote } from '../data/emotes.ts';
import data from '../data/stream.json' with { type: 'json' };
import { assetHost } from '../data/values.ts';
import type { World } from '../data/world.ts';
import { type Endpoints, requireUser } from '../endpoint.ts';
import { malformed, missing, refuse } from '../errors.ts';

const setsPerRequest = 25;
const template = `${assetHost}/emoticons/v2/{{id}}/{{format}}/{{theme_mode}}/{{scale}}`;

const chatColors: ReadonlyMap<string, string> = new Map(Object.entries(data.chatColors));

const show = ({ id, name, format }: Emote) => ({
  id,
  name,
  format,
  scale: ['1.0', '2.0', '3.0'],
  theme_mode: ['light', 'dark'],
});

const showSet = ({ type, setId, ownerId }: Emote) => ({ emote_type: type, emote_set_id: setId, owner_id: ownerId });

function withImages(emote: Emote) {
  const image = (scale: string) => `${assetHost}/emoticons/v2/${emote.id}/static/light/${scale}`;
  return { ...show(emote), images: { url_1x: image('1.0'), url_2x: image('2.0'), url_4x: image('3.0') } };
}

/** Endpoints of emotes, badges and the colors of names. */
export function emoteEndpoints(world: World): Endpoints {
  const { emotes } = world;

  return {
    'GET /chat/emotes'({ query }) {
      const own = emotes().of(query.requiredId('broadcaster_id'));
      const showOwn = (emote: Emote) => {
        const { owner_id, ...set } = showSet(emote);
        return { ...withImages(emote), tier: emote.tier, ...set };
      };
      return { data: own.map(showOwn), template };
    },
    'GET /chat/emotes/global': () => ({ data: emotes().global.map(withImages), template }),
    'GET /chat/emotes/set'({ query }) {
      query.requiredText('emote_set_id');
      const found = query.texts('emote_set_id', setsPerRequest).flatMap((id) => emotes().inSet(id));
      return { data: found.map((emote) => ({ ...withImages(emote), ...showSet(emote) })), template };
    },
    'GET /chat/emotes/user'({ ownId, query, page }) {
      const usable = [...emotes().global, ...usableBy(world, ownId, query.id('broadcaster_id'))];
      return { template, ...page(usable, (emote) => ({ ...show(emote), ...showSet(emote) })) };
    },
    'GET /chat/badges': ({ query }) => emotes().badgesOf(query.requiredId('broadcaster_id')),
    'GET /chat/badges/global': () => emotes().globalBadges(),
    ...colorEndpoints(world),
  };
}

/**
 * Returns the emotes that a user may use besides the global ones, including those for a guest of the channel
 * `guestOf`.
 */
function usableBy(
  { users, follows, subscriptions, emotes }: World,
  userId: string,
  guestOf: string | undefined,
): Emote[] {
  const followed = new Set(
    follows()
      .of(userId)
      .map(({ broadcasterId }) => broadcasterId),
  );
  return users().all.flatMap(({ id }) => {
    const tier = id === userId ? '3000' : subscriptions().find(id, userId)?.tier;
    const isGuest = id === guestOf && followed.has(id);
    if (!tier && !isGuest) return [];
    const isUsable = ({ type, tier: needed }: Emote) =>
      type === 'subscriptions' ? tier && needed <= tier : type === 'follower' || id === userId;
    return emotes().of(id).filter(isUsable);
  });
}

function colorEndpoints(world: World): Endpoints {
  const { users, named, chat } = world;
  return {
    'GET /chat/color'({ query }) {
      if (!query.text('user_id')) missing('user_id');
      const known = query.ids('user_id').filter((id) => users().byId.has(id));
      return known.map((id) => ({ ...named('user', id), color: chat().color(id) }));
    },
    'PUT /chat/color'({ ownId, query }) {
      const asked = query.requiredText('color');
      requireUser(world, ownId, 'user_id');
      const isHex = /^#[0-9a-f]{6}$/i.test(asked);
      // The API does not show which users have paid for hex colors. Here partners have.
      if (isHex && users().byId.get(ownId)?.broadcaster_type !== 'partner')
        refuse(400, 'To set a hex color the user must have Turbo or Prime.');
      const names = [...chatColors.keys()].map((each) => `"${each}"`);
      const color = isHex ? asked.toUpperCase() : chatColors.get(asked);
      chat().setColor(ownId, color ?? malformed('color', `value must be one of ${names.join(', ')}`));
    },
  };
}
