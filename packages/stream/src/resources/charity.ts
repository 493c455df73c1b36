import { endpoint, list, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { cursorPages, pageParams } from '../paging.ts';
import { broadcasterFields, broadcasterParams, userFields } from '../schema.ts';

export const moneySchema = v.object({
  /** Amount in minor units, such as cents. */
  value: v.number(),
  /** Number of decimal places: the amount is `value` divided by 10 to the power of `decimal_places`. */
  decimal_places: v.number(),
  /** Currency as an ISO 4217 code, such as `USD`. */
  currency: v.string(),
});

/** An amount of money: `value` divided by 10 to the power of `decimal_places`, in `currency`. */
export interface Money extends v.InferOutput<typeof moneySchema> {}

export const charityCampaignSchema = v.object({
  /** ID of the campaign. */
  id: v.string(),
  ...broadcasterFields,
  /** Name of the charity that gets the donations. */
  charity_name: v.string(),
  /** The charity's description of itself. */
  charity_description: v.string(),
  /** Address of the charity's logo, a PNG of 100 by 100 pixels. */
  charity_logo: v.string(),
  /** Address of the charity's website. */
  charity_website: v.string(),
  /** Donations that the campaign has received so far. */
  current_amount: named<Money>(moneySchema),
  /** Amount that the campaign wants to reach. Null when it has no goal. */
  target_amount: v.nullable(named<Money>(moneySchema)),
});

/** A campaign in which a broadcaster collects donations for a charity. */
export interface CharityCampaign extends v.InferOutput<typeof charityCampaignSchema> {}

export const charityDonationSchema = v.object({
  /** ID of the donation. */
  id: v.string(),
  /** ID of the campaign that the donation is for. */
  campaign_id: v.string(),
  ...userFields,
  /** Amount that the user donated. */
  amount: named<Money>(moneySchema),
});

/** A user's donation to a campaign. */
export interface CharityDonation extends v.InferOutput<typeof charityDonationSchema> {}

/**
 * Charity campaigns of a broadcaster. The broadcaster must be the token's user, and a partner or affiliate, otherwise
 * calls fail with `permission_denied`.
 */
export const charity = {
  /** Returns the active campaign, or undefined when there is none. */
  get: endpoint({
    method: 'GET',
    path: '/charity/campaigns',
    personal: false,
    auth: 'user',
    scopes: ['channel:read:charity'],
    query: v.object(broadcasterParams),
    ...oneRecord(v.optional(named<CharityCampaign>(charityCampaignSchema))),
    docs: docs('charity/#get-charity-campaign'),
  }),

  /** Lists the donations to the active campaign. The list is empty when there is none. */
  donations: list({
    method: 'GET',
    path: '/charity/donations',
    personal: true,
    auth: 'user',
    scopes: ['channel:read:charity'],
    query: v.object({ ...broadcasterParams, ...pageParams }),
    item: named<CharityDonation>(charityDonationSchema),
    paging: cursorPages,
    docs: docs('charity/#get-charity-campaign-donations'),
  }),
};
