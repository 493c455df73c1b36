import data from '../../../data/stream.json' with { type: 'json' };
import { type Handlers, requirePaid } from '../endpoint.ts';
import { assetHost, perKey, sumOf, uuid } from '../world/values.ts';
import type { World } from '../world/world.ts';

/** `value` cents as the API writes them. */
const amountOf = (value: number) => ({ value, decimal_places: 2, currency: 'USD' });

/** Charity campaigns: every other channel that earns money collects for a charity. */
export function createCharity(world: World) {
  const { random, users, named, publish, events, isPaid, follows } = world;
  const donationIds = random('donations');

  /** The campaign that runs in a channel, if one does. */
  const campaignOf = perKey((broadcasterId) => {
    const draw = random(`charity/${broadcasterId}`);
    const rank = users().all.findIndex(({ id }) => id === broadcasterId);
    if (!isPaid(broadcasterId) || rank % 2 > 0) return undefined;
    const { name, description } = draw.pick(data.charities);
    const path = name.toLowerCase().replaceAll(' ', '-');
    const id = uuid(draw);
    return {
      id,
      charity: {
        charity_name: name,
        charity_description: description,
        charity_logo: `${assetHost}/charities/${path}-100x100.png`,
        charity_website: `https://${path}.example`,
      },
      // Null where there is no goal.
      target_amount: draw.int(1, 4) === 1 ? null : amountOf(draw.int(5, 50) * 10_000),
      /** The latest first. */
      donations: draw.sample(follows().to(broadcasterId), draw.int(3, 40)).map(({ userId }) => ({
        id: uuid(draw),
        campaign_id: id,
        ...named('user', userId),
        amount: amountOf(draw.int(1, 60) * 50),
      })),
    };
  });

  const show = (broadcasterId: string, campaign: NonNullable<ReturnType<typeof campaignOf>>) => ({
    id: campaign.id,
    ...named('broadcaster', broadcasterId),
    ...campaign.charity,
    current_amount: amountOf(sumOf(campaign.donations, ({ amount }) => amount.value)),
    target_amount: campaign.target_amount,
  });

  const endpoints: Handlers = {
    'GET /charity/campaigns'({ ownId }) {
      requirePaid(world, ownId);
      const campaign = campaignOf(ownId);
      return campaign ? [show(ownId, campaign)] : [];
    },
    'GET /charity/donations'({ ownId, page }) {
      requirePaid(world, ownId);
      return page(campaignOf(ownId)?.donations ?? []);
    },
  };
  return {
    endpoints,
    /** Donates `cents` to the campaign of a channel. Throws `RangeError` when none runs. */
    donate(broadcasterId: string, userId: string, cents: number): void {
      const campaign = campaignOf(broadcasterId);
      if (!campaign) throw new RangeError(`the sandbox has no campaign of ${broadcasterId}`);
      const user = named('user', userId);
      const donation = { id: uuid(donationIds), campaign_id: campaign.id, ...user, amount: amountOf(cents) };
      campaign.donations.unshift(donation);
      publish(broadcasterId, 'channel.charity_campaign.donate', { ...donation, ...campaign.charity });
      events.publish({
        type: 'channel.charity_campaign.progress',
        version: '1',
        subject: { broadcaster_user_id: broadcasterId },
        // Unlike any other event, those of campaigns leave `user` out of the channel's names.
        event: show(broadcasterId, campaign),
      });
    },
  };
}
