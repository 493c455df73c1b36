import { chatColors } from '../../../data/stream-chat.ts';
import { type Endpoint, requireOwnId } from '../endpoint.ts';
import { malformed, missing, refuse } from '../refusal.ts';
import type { Emote } from '../world/emotes.ts';
import { named } from '../world/named.ts';
import { assetHost } from '../world/values.ts';
import type { World } from '../world/world.ts';
import { requireUser } from './moderated.ts';

const setsPerRequest = 25;
const themes = ['light', 'dark'];
const scales = ['1.0', '2.0', '3.0'];
const template = `${assetHost}/emoticons/v2/{{id}}/{{format}}/{{theme_mode}}/{{scale}}`;

const show = ({ id, name, format }: Emote) => ({ id, name, format, scale: scales, theme_mode: themes });

function withImages(emote: Emote) {
  const image = (scale: string) => `${assetHost}/emoticons/v2/${emote.id}/static/light/${scale}`;
  return { ...show(emote), images: { url_1x: image('1.0'), url_2x: image('2.0'), url_4x: image('3.0') } };
}

/** Emotes, badges and the colours of names. */
export function emoteEndpoints(world: World): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/chat/emotes',
      answer({ query }) {
        const emotes = world.emotes().of(query.requiredId('broadcaster_id'));
        const data = emotes.map((emote) => ({
          ...withImages(emote),
          tier: emote.tier,
          emote_type: emote.type,
          emote_set_id: emote.setId,
        }));
        return { data, template };
      },
    },
    {
      method: 'GET',
      path: '/chat/emotes/global',
      answer: () => ({ data: world.emotes().global.map(withImages), template }),
    },
    {
      method: 'GET',
      path: '/chat/emotes/set',
      answer({ query }) {
        query.requiredText('emote_set_id');
        const emotes = query.texts('emote_set_id', setsPerRequest).flatMap((id) => world.emotes().inSet(id));
        const data = emotes.map((emote) => ({
          ...withImages(emote),
          emote_type: emote.type,
          emote_set_id: emote.setId,
          owner_id: emote.ownerId,
        }));
        return { data, template };
      },
    },
    {
      method: 'GET',
      path: '/chat/emotes/user',
      token: 'user',
      scopes: ['user:read:emotes'],
      answer(call) {
        const userId = requireOwnId(call, 'user_id');
        const guestOf = call.query.id('broadcaster_id');
        const followed = new Set(
          world
            .follows()
            .of(userId)
            .map((follow) => follow.broadcasterId),
        );
        const usable = world.users().all.flatMap(({ id }) => {
          const tier = id === userId ? '3000' : world.subscriptions().find(id, userId)?.tier;
          const isGuest = id === guestOf && followed.has(id);
          if (!tier && !isGuest) return [];
          return world
            .emotes()
            .of(id)
            .filter(({ type, tier: needed }) =>
              type === 'subscriptions' ? tier && needed <= tier : type === 'follower' || id === userId,
            );
        });
        const { data, pagination } = call.page([...world.emotes().global, ...usable], { size: 100 });
        return {
          data: data.map((emote) => ({
            ...show(emote),
            emote_type: emote.type,
            emote_set_id: emote.setId,
            owner_id: emote.ownerId,
          })),
          template,
          pagination,
        };
      },
    },
    {
      method: 'GET',
      path: '/chat/badges',
      answer: ({ query }) => ({ data: world.emotes().badgesOf(query.requiredId('broadcaster_id')) }),
    },
    {
      method: 'GET',
      path: '/chat/badges/global',
      answer: () => ({ data: world.emotes().globalBadges }),
    },
    {
      method: 'GET',
      path: '/chat/color',
      answer({ query }) {
        if (!query.text('user_id')) missing('user_id');
        const known = query.ids('user_id').filter((id) => world.users().byId.has(id));
        return { data: known.map((id) => ({ ...named(world, 'user', id), color: world.chat().color(id) })) };
      },
    },
    {
      method: 'PUT',
      path: '/chat/color',
      token: 'user',
      scopes: ['user:manage:chat_color'],
      answer(call) {
        const userId = requireOwnId(call, 'user_id');
        const asked = call.query.requiredText('color');
        requireUser(world, userId, 'user_id');
        if (/^#[0-9a-f]{6}$/i.test(asked)) {
          // Who pays for any colour cannot be seen in the API; here it is the partners.
          if (world.users().byId.get(userId)?.broadcaster_type !== 'partner')
            refuse(400, 'To set a hex color the user must have Turbo or Prime.');
          world.chat().setColor(userId, asked.toUpperCase());
          return undefined;
        }
        const names = Object.keys(chatColors) as (keyof typeof chatColors)[];
        const name = names.find((each) => each === asked);
        if (!name) return malformed('color', `value must be one of ${names.map((each) => `"${each}"`).join(', ')}`);
        world.chat().setColor(userId, chatColors[name]);
        return undefined;
      },
    },
  ];
}
