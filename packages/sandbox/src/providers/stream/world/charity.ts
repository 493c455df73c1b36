import { charities } from '../../../data/stream-extras.ts';
import type { WorldContext } from './context.ts';
import type { Follows } from './follows.ts';
import { named } from './named.ts';
import { publishInChannel } from './publish.ts';
import { assetHost, uuid } from './values.ts';

/** A sum of money as the API writes it. */
export interface Amount {
  readonly value: number;
  readonly decimal_places: 2;
  readonly currency: 'USD';
}

/** What somebody gave, as the API answers it. */
export interface Donation {
  readonly id: string;
  readonly campaign_id: string;
  readonly user_id: string;
  readonly user_login: string;
  readonly user_name: string;
  readonly amount: Amount;
}

/** What a channel collects for. */
export interface Campaign {
  readonly id: string;
  readonly charity: {
    readonly charity_name: string;
    readonly charity_description: string;
    readonly charity_logo: string;
    readonly charity_website: string;
  };
  /** Cents; null where there is no goal. */
  readonly target: number | null;
  /** The latest first. */
  readonly donations: Donation[];
}

/** The campaigns of all channels. */
export interface Charity {
  /** The campaign that runs in a channel, if one does. */
  of(broadcasterId: string): Campaign | undefined;
  /** Gives `cents` to a campaign. */
  donate(broadcasterId: string, campaign: Campaign, userId: string, cents: number): void;
}

/** Sum of a campaign's donations. */
export const collected = ({ donations }: Campaign) =>
  amountOf(donations.reduce((sum, { amount }) => sum + amount.value, 0));

/** `cents` as the API writes them. */
export const amountOf = (value: number): Amount => ({ value, decimal_places: 2, currency: 'USD' });

/** Lets every other channel that earns money collect for a charity. */
export function createCharity({ random, world }: WorldContext<{ follows(): Follows }>): Charity {
  const campaigns = new Map<string, Campaign | undefined>();
  const donationIds = random('donations');

  function make(broadcasterId: string): Campaign | undefined {
    const draw = random(`charity/${broadcasterId}`);
    const { all, byId } = world.users();
    const rank = all.findIndex((user) => user.id === broadcasterId);
    if (!byId.get(broadcasterId)?.broadcaster_type || rank % 2 > 0) return undefined;
    const { name, description } = draw.pick(charities);
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
      target: draw.int(1, 4) === 1 ? null : draw.int(5, 50) * 10_000,
      donations: draw.sample(world.follows().to(broadcasterId), draw.int(3, 40)).map(({ userId }) => ({
        id: uuid(draw),
        campaign_id: id,
        ...named(world, 'user', userId),
        amount: amountOf(draw.int(1, 60) * 50),
      })),
    };
  }

  function of(broadcasterId: string): Campaign | undefined {
    if (!campaigns.has(broadcasterId)) campaigns.set(broadcasterId, make(broadcasterId));
    return campaigns.get(broadcasterId);
  }

  return {
    of,
    donate(broadcasterId, campaign, userId, cents) {
      const user = named(world, 'user', userId);
      const donation = { id: uuid(donationIds), campaign_id: campaign.id, ...user, amount: amountOf(cents) };
      campaign.donations.unshift(donation);
      publishInChannel(world, broadcasterId, 'channel.charity_campaign.donate', { ...donation, ...campaign.charity });
      world.events.publish({
        type: 'channel.charity_campaign.progress',
        version: '1',
        subject: { broadcaster_user_id: broadcasterId },
        // Unlike any other event, those of campaigns leave `user` out of the channel's names.
        event: { id: campaign.id, ...named(world, 'broadcaster', broadcasterId), ...showMoney(campaign) },
      });
    },
  };
}

/** The charity, and what has come in for it, as answers and events tell it. */
export function showMoney(campaign: Campaign) {
  return {
    ...campaign.charity,
    current_amount: collected(campaign),
    target_amount: campaign.target === null ? null : amountOf(campaign.target),
  };
}
