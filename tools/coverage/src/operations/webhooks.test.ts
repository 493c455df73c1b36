import { expect, it } from 'vitest';
import { compare, unexplained } from '../compare.ts';
import type { Exceptions } from '../exceptions.ts';
import { readClientSource } from './official.ts';
import { readWebhookTypes, webhooksFile, webhooksOfClient } from './webhooks.ts';

const official = webhooksOfClient(readClientSource());
const typed = readWebhookTypes(webhooksFile);

/** Intended differences. Receivers get webhooks without types as `UnlistedWebhookEvent`. */
const exceptions: Exceptions = {
  'deprecated by Plaid': [/^(BANK_TRANSFERS|BEACON) /],
  'products without methods': [
    /^(BASE_REPORT|CASH_FLOW_UPDATES|CHECK_REPORT|CRA_(INCOME|INSIGHTS|REPORT)|LAYER|LINK_DELIVERY|PARTNER|PROTECT|WALLET) /,
  ],
  'set up in the Plaid dashboard only': ['DASHBOARD_CONFIGURED_ALERT '],
  'in beta, and hidden by Plaid': ['ISSUES '],
  'for platforms, whose onboarding has no methods': ['TRANSFER PLATFORM_ONBOARDING_UPDATE'],
  'replaced by the webhooks of income verification': ['INCOME PRODUCT_READY'],
  'in any webhook of an Item or of its user; the official client lists them only for some': [
    / (user_id|error) is not specified$/,
  ],
  'for processor tokens, whose webhooks share type and code with Item webhooks': [/^TRANSACTIONS \w+ account_id$/],
};

it('@x/bank types every webhook of the official client with every field, except for products without methods', () => {
  const comparison = compare(official, typed, exceptions);
  expect(unexplained(comparison)).toEqual([]);
  expect(new Set(comparison.differences.map(({ reason }) => reason))).toEqual(new Set(Object.keys(exceptions)));
  expect([...typed.keys()].filter((name) => !official.has(name))).toEqual([]);
  expect(typed.size).toBeGreaterThan(50);
});

it('reads types and codes from descriptions, and merges webhooks that share both', () => {
  const source = (name: string, field: string) => `
export interface ${name} {
    /**
     * \`ITEM\`
     * @type {string}
     */
    webhook_type: string;
    /**
     * Sent as \`error\`
     * @type {string}
     */
    webhook_code: string;
    ${field}: string;
}`;
  const text = `${source('One', 'item_id')}${source('Two', 'account_id')}
export interface Other { webhook_type: string; }`;
  const webhooks = webhooksOfClient(text);
  expect([...webhooks.keys()]).toEqual(['ITEM ERROR']);
  expect([...(webhooks.get('ITEM ERROR')?.fields.keys() ?? [])]).toEqual(['item_id', 'account_id']);
});
