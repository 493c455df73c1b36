import type { Random } from '../../../shared/random.ts';
import data from '../data/stream.json' with { type: 'json' };
import { assetHost, perKey, sumOf, uuid } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { Endpoints } from '../endpoint.ts';

/** Returns `value` cents in the API's format. */
const amountOf = (value: number) => ({ value, decimal_places: 2, currency: 'USD' });

/** Creates charity campaigns. Every other channel that earns money has one. */
export function createCharity({ random, users, named, isPaid, follows }: World) {
  const donationIds = random('donations');

  const donation = (draw: Random, campaign_id: string, userId: string, cents: number) => ({
    id: uuid(draw),
    campaign_id,
    ...named('user', userId),
    amount: amountOf(cents),
  });

  /** Returns a channel's running campaign, if any. */
  const campaignOf = perKey((broadcasterId) => {
    const draw = random(`charity/${broadcasterId}`);
    const rank = users().all.findIndex(({ id }) => id === broadcasterId);
    if (!isPaid(broadcasterId) || rank % 2 > 0) return undefined;
    const { name, description } = draw.pick(data.charities);
    const path = name.toLowerCase().replaceAll(' ', '-');
    const id = uuid(draw);
    return {
      id,
      ...named('broadcaster', broadcasterId),
      charity_name: name,
      charity_description: description,
      charity_logo: `${assetHost}/charities/${path}-100x100.png`,
      charity_website: `https://${path}.example`,
      // Null if there is no goal.
      target_amount: draw.int(1, 4) === 1 ? null : amountOf(draw.int(5, 50) * 10_000),
      /** The latest first. */
      donations: draw
        .sample(follows().to(broadcasterId), draw.int(3, 40))
        .map(({ userId }) => donation(draw, id, userId, draw.int(1, 60) * 50)),
    };
  });

  const endpoints: Endpoints = {
    'GET /charity/campaigns'({ ownId }) {
      const campaign = campaignOf(ownId);
      if (!campaign) return [];
      const { donations, ...shown } = campaign;
      return [{ ...shown, current_amount: amountOf(sumOf(donations, ({ amount }) => amount.value)) }];
    },
    'GET /charity/donations': ({ ownId, page }) => page(campaignOf(ownId)?.donations ?? []),
  };
  return {
    endpoints,
    /** Donates `cents` to a channel's campaign. Throws `RangeError` if none is running. */
    donate(broadcasterId: string, userId: string, cents: number): void {
      const campaign = campaignOf(broadcasterId);
      if (!campaign) throw new RangeError(`channel ${broadcasterId} has no charity campaign`);
      campaign.donations.unshift(donation(donationIds, campaign.id, userId, cents));
    },
  };
}
