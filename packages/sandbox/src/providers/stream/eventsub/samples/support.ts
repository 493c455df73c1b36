import { named } from '../../world/named.ts';
import { assetHost } from '../../world/values.ts';
import { id, type Sample, type Samples, without } from './scene.ts';

const money = (value: number) => ({ value, decimal_places: 2, currency: 'USD' });

const charity = {
  charity_name: 'Otter Rescue',
  charity_description: 'Looks after otters.',
  charity_logo: `${assetHost}/charities/otter-rescue.png`,
  charity_website: 'https://otters.example',
};

const subscription: Sample = ({ channel, user }) => ({ ...user, ...channel, tier: '1000', is_gift: false });

const campaign =
  (time?: string): Sample =>
  ({ world, subject, at }) => ({
    id,
    ...named(world, 'broadcaster', subject.broadcaster_user_id ?? ''),
    ...charity,
    current_amount: money(12_500),
    target_amount: money(100_000),
    ...(time && { [time]: at() }),
  });

const goal: Sample = ({ channel, at }) => ({
  id,
  ...channel,
  type: 'follower',
  description: 'a hundred more',
  is_achieved: false,
  current_amount: 40,
  target_amount: 100,
  started_at: at(-3600),
  ended_at: null,
});

const train: Sample = ({ channel, user, at }) => ({
  id,
  ...channel,
  total: 700,
  progress: 700,
  goal: 1000,
  top_contributions: [{ ...user, type: 'bits', total: 400 }],
  level: 1,
  shared_train_participants: null,
  started_at: at(),
  expires_at: at(300),
  type: 'regular',
  is_shared_train: false,
});

/** What supporters give: follows, Bits, subscriptions, donations. */
export const supportSamples: Samples = {
  'channel.bits.use': ({ channel, user }) => ({
    ...channel,
    ...user,
    bits: 100,
    type: 'cheer',
    message: {
      text: 'Cheer100',
      fragments: [
        { type: 'cheermote', text: 'Cheer100', emote: null, cheermote: { prefix: 'cheer', bits: 100, tier: 100 } },
      ],
    },
    power_up: null,
    custom_power_up: null,
  }),
  'channel.follow': ({ channel, user, at }) => ({ ...user, ...channel, followed_at: at() }),
  'channel.subscribe': subscription,
  'channel.subscription.end': subscription,
  'channel.subscription.gift': ({ channel, user }) => ({
    ...user,
    ...channel,
    total: 5,
    tier: '1000',
    cumulative_total: 25,
    is_anonymous: false,
  }),
  'channel.subscription.message': ({ channel, user }) => ({
    ...user,
    ...channel,
    tier: '1000',
    message: { text: 'half a year!', emotes: [] },
    cumulative_months: 6,
    streak_months: 6,
    duration_months: 1,
  }),
  'channel.cheer': ({ channel, user }) => ({
    is_anonymous: false,
    ...user,
    ...channel,
    message: 'Cheer100',
    bits: 100,
  }),
  'channel.raid': ({ world, subject, userId }) => ({
    ...named(world, 'from_broadcaster_user', subject.from_broadcaster_user_id ?? userId),
    ...named(world, 'to_broadcaster_user', subject.to_broadcaster_user_id ?? userId),
    viewers: 42,
  }),
  'channel.charity_campaign.donate': ({ channel, user }) => ({
    id,
    campaign_id: id,
    ...channel,
    ...user,
    ...charity,
    amount: money(1000),
  }),
  'channel.charity_campaign.start': campaign('started_at'),
  'channel.charity_campaign.progress': campaign(),
  'channel.charity_campaign.stop': campaign('stopped_at'),
  'drop.entitlement.grant': ({ user, subject, at }) => ({
    id,
    data: {
      organization_id: subject.organization_id ?? '9001',
      category_id: subject.category_id ?? '500000',
      category_name: '',
      campaign_id: subject.campaign_id ?? id,
      ...user,
      entitlement_id: id,
      benefit_id: id,
      created_at: at(),
    },
  }),
  'extension.bits_transaction.create': ({ settings, channel, user }) => ({
    extension_client_id: settings.clientId,
    id,
    ...channel,
    ...user,
    product: { name: 'Confetti', sku: 'confetti', bits: 100, in_development: false },
  }),
  'channel.goal.begin': goal,
  'channel.goal.progress': goal,
  'channel.goal.end': (scene) => ({ ...goal(scene), is_achieved: true, current_amount: 100, ended_at: scene.at() }),
  'channel.hype_train.begin': (scene) => ({ ...train(scene), all_time_high_level: 4, all_time_high_total: 9_000 }),
  'channel.hype_train.progress': train,
  'channel.hype_train.end': (scene) => ({
    ...without(train(scene), 'progress', 'goal', 'expires_at'),
    cooldown_ends_at: scene.at(3600),
    ended_at: scene.at(),
  }),
};
