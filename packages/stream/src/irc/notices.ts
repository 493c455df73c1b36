import type { AllNotices } from '../webhooks/chat-events.ts';
import type { IrcTags } from './line.ts';
import { present } from './present.ts';

/** The details of each kind of notice, as far as Twitch has sent them. The field has the name of the notice. */
export type IrcNotices = { [Name in keyof AllNotices]?: Partial<AllNotices[Name]> | null };

/** Reads a tag that is about the kind of notice, such as `msg-param-months`. */
type Param = (name: string) => string | undefined;

const count = (value: string | undefined) => (value === undefined ? undefined : Number(value));
const flag = (value: string | undefined) => (value === undefined ? undefined : value === 'true');

/** Returns the tier of a subscription. Prime subscriptions are of tier 1. */
const plan = (param: Param) => {
  const plan = param('sub-plan');
  return { sub_tier: plan === 'Prime' ? '1000' : plan, is_prime: plan === undefined ? undefined : plan === 'Prime' };
};
const tier = (param: Param) => plan(param).sub_tier;

/** Returns the user who gave the subscription. */
const gifter = (isAnonymous: boolean | undefined, id?: string, login?: string, name?: string) => ({
  gifter_is_anonymous: isAnonymous,
  gifter_user_id: isAnonymous ? null : id,
  gifter_user_login: isAnonymous ? null : login,
  gifter_user_name: isAnonymous ? null : name,
});

const recipient = (param: Param) => ({
  recipient_user_id: param('recipient-id'),
  recipient_user_login: param('recipient-user-name'),
  recipient_user_name: param('recipient-display-name'),
});

/** Number of subscriptions that the user has given in the channel. Twitch sends 0 when it does not tell. */
const given = (param: Param) => count(param('sender-count')) || null;

const payItForward = (param: Param) => ({
  ...gifter(
    flag(param('prior-gifter-anonymous')),
    param('prior-gifter-id'),
    param('prior-gifter-user-name'),
    param('prior-gifter-display-name'),
  ),
  ...recipient(param),
});

/** The notices that EventSub has too, by the tag `msg-id`: the name there, and the details. */
const kinds: Readonly<
  Record<string, readonly [name: keyof AllNotices, details: (param: Param, tags: IrcTags) => object]>
> = {
  sub: ['sub', (param) => ({ ...plan(param), duration_months: count(param('multimonth-duration')) })],
  resub: [
    'resub',
    (param) => ({
      ...plan(param),
      cumulative_months: count(param('cumulative-months')),
      duration_months: count(param('multimonth-duration')),
      streak_months: param('should-share-streak') === '1' ? count(param('streak-months')) : null,
      is_gift: flag(param('was-gifted')),
      ...(param('was-gifted') === 'true' &&
        gifter(flag(param('anon-gift')), param('gifter-id'), param('gifter-login'), param('gifter-name'))),
    }),
  ],
  subgift: [
    'sub_gift',
    (param) => ({
      ...recipient(param),
      duration_months: count(param('gift-months')),
      cumulative_total: given(param),
      sub_tier: tier(param),
      community_gift_id: param('community-gift-id') ?? null,
    }),
  ],
  submysterygift: [
    'community_sub_gift',
    (param) => ({
      id: param('community-gift-id'),
      total: count(param('mass-gift-count')),
      sub_tier: tier(param),
      cumulative_total: given(param),
    }),
  ],
  giftpaidupgrade: [
    'gift_paid_upgrade',
    (param) => gifter(false, undefined, param('sender-login'), param('sender-name')),
  ],
  anongiftpaidupgrade: ['gift_paid_upgrade', () => gifter(true)],
  primepaidupgrade: ['prime_paid_upgrade', (param) => ({ sub_tier: tier(param) })],
  standardpayforward: ['pay_it_forward', payItForward],
  communitypayforward: ['pay_it_forward', payItForward],
  raid: [
    'raid',
    (param, tags) => ({
      user_id: tags['user-id'],
      user_login: param('login'),
      user_name: param('displayName'),
      viewer_count: count(param('viewerCount')),
      profile_image_url: param('profileImageURL'),
    }),
  ],
  unraid: ['unraid', () => ({})],
  announcement: ['announcement', (param) => ({ color: param('color') })],
  bitsbadgetier: ['bits_badge_tier', (param) => ({ tier: count(param('threshold')) })],
  charitydonation: [
    'charity_donation',
    (param) => ({
      charity_name: param('charity-name'),
      amount: {
        value: count(param('donation-amount')),
        decimal_places: count(param('exponent')),
        currency: param('donation-currency'),
      },
    }),
  ],
  'watch-streak': [
    'watch_streak',
    (param) => ({ streak_count: count(param('value')), channel_points_awarded: count(param('copoReward')) }),
  ],
  modiversary: ['modiversary', (param) => ({ months: count(param('months')) })],
};

/** The account that Twitch names as the giver when the giver is anonymous. */
const anonymous = 'ananonymousgifter';

/** Returns the fields of a notice, from its tags. Kinds that EventSub does not have keep the name that IRC has for them. */
export function noticeOf(tags: IrcTags): object {
  const isShared = tags['msg-id'] === 'sharedchatnotice';
  const id = isShared ? tags['source-msg-id'] : tags['msg-id'];
  const kind = (id === 'viewermilestone' ? tags['msg-param-category'] : id) ?? '';
  const [name = kind, detailsOf] = Object.hasOwn(kinds, kind) ? (kinds[kind] ?? []) : [];
  const notice_type = isShared ? `shared_chat_${name}` : name;
  const isAnonymous = tags.login === anonymous;
  return {
    chatter_user_id: isAnonymous ? null : tags['user-id'],
    chatter_user_login: isAnonymous ? null : tags.login,
    chatter_user_name: isAnonymous ? null : tags['display-name'] || tags.login,
    chatter_is_anonymous: isAnonymous,
    system_message: tags['system-msg'] ?? '',
    notice_type,
    ...(detailsOf && { [notice_type]: present(detailsOf((param) => tags[`msg-param-${param}`], tags)) }),
  };
}
