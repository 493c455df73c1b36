import { lazy } from '../../../shared/lazy.ts';
import { type Base, words } from './base.ts';
import data from './stream.json' with { type: 'json' };
import { assetHost } from './values.ts';

/** An emote. `tier` is empty if it does not come with a subscription. */
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

const kinds = [
  { type: 'subscriptions', tier: '1000' },
  { type: 'subscriptions', tier: '2000' },
  { type: 'subscriptions', tier: '3000' },
  { type: 'bitstier', tier: '' },
  { type: 'follower', tier: '' },
] as const;

const endings = words(data.emoteEndings);
const subscriberMonths = [0, 3, 6, 12];

const global = words(data.globalEmotes).map(
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

function badge(owner: string, set: string, id: string, title: string) {
  const image = `${assetHost}/badges/${owner}/${set}-${id}`;
  return {
    set,
    version: {
      id,
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

/** Returns the sets of badges as the API does. Versions are sorted as strings, as in the API. */
function bySet(badges: readonly ReturnType<typeof badge>[]) {
  const versionsOf = (set_id: string) => badges.filter(({ set }) => set === set_id).map(({ version }) => version);
  return [...new Set(badges.map(({ set }) => set))]
    .sort()
    .map((set_id) => ({ set_id, versions: versionsOf(set_id).sort((one, other) => (one.id < other.id ? -1 : 1)) }));
}

/** Creates emotes and badges. Each affiliate and partner has one emote of every kind. */
export function createEmotes({ users, isPaid }: Base) {
  /** Returns a channel's own emotes; none unless the channel is an affiliate or partner. */
  function of(broadcasterId: string): Emote[] {
    const user = users().byId.get(broadcasterId);
    if (!user || !isPaid(broadcasterId)) return [];
    // A set's ID is its owner's ID and the number of the kind, so either can be found from the other without an index.
    return kinds.map(({ type, tier }, index) => ({
      id: type === 'bitstier' ? `emotesv2_${broadcasterId.padStart(31, '0')}${index}` : `3${broadcasterId}${index}`,
      name: user.login.slice(0, 8) + endings[index],
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
    inSet: (setId: string): readonly Emote[] =>
      setId === '0' ? global : of(setId.slice(0, -1)).filter((emote) => emote.setId === setId),
    globalBadges: lazy(() =>
      bySet(data.globalBadges.map(({ set, version, title }) => badge('global', set, version, title))),
    ),
    badgesOf(broadcasterId: string) {
      const login = users().byId.get(broadcasterId)?.login ?? '';
      const months = (count: number) => (count === 0 ? 'Subscriber' : `${count}-Month Subscriber`);
      const own = isPaid(broadcasterId) ? [badge(login, 'bits', '1000', 'cheer 1000')] : [];
      return bySet(
        own.concat(
          own.flatMap(() => subscriberMonths.map((count) => badge(login, 'subscriber', `${count}`, months(count)))),
        ),
      );
    },
  };
}
