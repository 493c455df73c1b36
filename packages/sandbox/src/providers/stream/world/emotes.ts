import { emoteEndings, globalBadges, globalEmotes } from '../../../data/stream-chat.ts';
import type { WorldContext } from './context.ts';
import { assetHost } from './values.ts';

/** An emote; `tier` is empty for what does not come with a subscription. */
export interface Emote {
  readonly id: string;
  readonly name: string;
  readonly type: 'globals' | 'subscriptions' | 'bitstier' | 'follower';
  readonly tier: string;
  readonly setId: string;
  /** `0` for an emote that works everywhere. */
  readonly ownerId: string;
  readonly format: readonly string[];
}

/** A set of chat badges as the API answers it. */
export interface BadgeSet {
  readonly set_id: string;
  readonly versions: readonly {
    readonly id: string;
    readonly image_url_1x: string;
    readonly image_url_2x: string;
    readonly image_url_4x: string;
    readonly title: string;
    readonly description: string;
    readonly click_action: string | null;
    readonly click_url: string | null;
  }[];
}

/** Emotes and badges. */
export interface Emotes {
  readonly global: readonly Emote[];
  /** A channel's own emotes; none where the channel is neither affiliate nor partner. */
  of(broadcasterId: string): readonly Emote[];
  inSet(setId: string): readonly Emote[];
  readonly globalBadges: readonly BadgeSet[];
  badgesOf(broadcasterId: string): readonly BadgeSet[];
}

const kinds = [
  { type: 'subscriptions', tier: '1000' },
  { type: 'subscriptions', tier: '2000' },
  { type: 'subscriptions', tier: '3000' },
  { type: 'bitstier', tier: '' },
  { type: 'follower', tier: '' },
] as const;

const subscriberMonths = [0, 3, 6, 12];

/** Makes emotes and badges; each affiliate and partner has one emote of every kind. */
export function createEmotes({ world }: WorldContext): Emotes {
  const global = globalEmotes.map(
    (name, index): Emote => ({
      id: String(25 + index),
      name,
      type: 'globals',
      tier: '',
      setId: '0',
      ownerId: '0',
      format: ['static'],
    }),
  );

  function of(broadcasterId: string): Emote[] {
    const user = world.users().byId.get(broadcasterId);
    if (!user?.broadcaster_type) return [];
    // Set and owner can be told from each other without an index: a set is its owner's id and the number of the kind.
    return kinds.map(({ type, tier }, index) => ({
      id: type === 'bitstier' ? `emotesv2_${broadcasterId.padStart(31, '0')}${index}` : `3${broadcasterId}${index}`,
      name: user.login.slice(0, 8) + emoteEndings[index],
      type,
      tier,
      setId: broadcasterId + index,
      ownerId: broadcasterId,
      format: type === 'bitstier' ? ['static', 'animated'] : ['static'],
    }));
  }

  return {
    global,
    of,
    inSet: (setId) => (setId === '0' ? global : of(setId.slice(0, -1)).filter((emote) => emote.setId === setId)),
    globalBadges: bySet(globalBadges.map(({ set, version, title }) => badge('global', set, version, title))),
    badgesOf(broadcasterId) {
      const user = world.users().byId.get(broadcasterId);
      if (!user?.broadcaster_type) return [];
      return bySet([
        badge(user.login, 'bits', '1000', 'cheer 1000'),
        ...subscriberMonths.map((months) =>
          badge(user.login, 'subscriber', String(months), months === 0 ? 'Subscriber' : `${months}-Month Subscriber`),
        ),
      ]);
    },
  };
}

function badge(owner: string, set: string, version: string, title: string) {
  const image = `${assetHost}/badges/${owner}/${set}-${version}`;
  return {
    set,
    version: {
      id: version,
      image_url_1x: `${image}/1`,
      image_url_2x: `${image}/2`,
      image_url_4x: `${image}/3`,
      title,
      description: title,
      click_action: set === 'subscriber' ? 'subscribe_to_channel' : null,
      click_url: null,
    },
  };
}

function bySet(badges: readonly ReturnType<typeof badge>[]): BadgeSet[] {
  const sets = [...new Set(badges.map(({ set }) => set))].sort();
  return sets.map((set_id) => ({
    set_id,
    versions: badges
      .filter(({ set }) => set === set_id)
      .map(({ version }) => version)
      // As text, as the API sorts them.
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
  }));
}
