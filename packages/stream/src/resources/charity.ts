import { endpoint, list, named } from '@x/core';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { cursorPages, pageParams } from '../paging.ts';
import { broadcasterFields, broadcasterParams, userFields } from '../schema.ts';

const moneySchema = v.object({ value: v.number(), decimal_places: v.number(), currency: v.string() });

/** A sum: `value` divided by 10 to the power of `decimal_places`, in `currency` (ISO 4217). */
export interface Money extends v.InferOutput<typeof moneySchema> {}

const charityCampaignSchema = v.object({
  id: v.string(),
  ...broadcasterFields,
  charity_name: v.string(),
  charity_description: v.string(),
  charity_logo: v.string(),
  charity_website: v.string(),
  current_amount: named<Money>(moneySchema),
  /** Null when the campaign has no goal. */
  target_amount: v.nullable(named<Money>(moneySchema)),
});

/** A campaign that collects for a charity. `target_amount` is null when it has no goal. */
export interface CharityCampaign extends v.InferOutput<typeof charityCampaignSchema> {}

const charityDonationSchema = v.object({
  id: v.string(),
  campaign_id: v.string(),
  ...userFields,
  amount: named<Money>(moneySchema),
});

/** What a user gave to a campaign. */
export interface CharityDonation extends v.InferOutput<typeof charityDonationSchema> {}

/**
 * Charity campaigns of a broadcaster, who must be the token's user, and a partner or affiliate, else
 * `permission_denied`.
 */
export const charity = {
  /**
   * Gives the campaign that runs; undefined when none does.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-charity-campaign
   */
  get: endpoint({
    method: 'GET',
    path: '/charity/campaigns',
    auth: 'user',
    scopes: ['channel:read:charity'],
    query: v.object(broadcasterParams),
    ...oneRecord(v.optional(named<CharityCampaign>(charityCampaignSchema))),
    docs: docs('get-charity-campaign'),
  }),

  /**
   * Lists what users gave to the campaign that runs; empty when none does.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-charity-campaign-donations
   */
  donations: list({
    method: 'GET',
    path: '/charity/donations',
    auth: 'user',
    scopes: ['channel:read:charity'],
    query: v.object({ ...broadcasterParams, ...pageParams }),
    item: named<CharityDonation>(charityDonationSchema),
    paging: cursorPages,
    docs: docs('get-charity-campaign-donations'),
  }),
};
