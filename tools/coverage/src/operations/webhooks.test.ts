import { expect, it } from 'vitest';
import { readClientSource } from './official.ts';
import { readWebhookTypes, webhooksFile, webhooksOfClient } from './webhooks.ts';

const official = webhooksOfClient(readClientSource());
const typed = readWebhookTypes(webhooksFile);

/** Why webhooks of the official client have no types: `UnlistedWebhookEvent` is what receivers get of them. */
const untyped: Readonly<Record<string, string>> = {
  BANK_TRANSFERS: 'deprecated by Plaid',
  BASE_REPORT: 'its product has no methods',
  BEACON: 'deprecated by Plaid',
  CASH_FLOW_UPDATES: 'its product has no methods',
  CHECK_REPORT: 'its product has no methods',
  CRA_INCOME: 'its product has no methods',
  CRA_INSIGHTS: 'its product has no methods',
  CRA_REPORT: 'its product has no methods',
  DASHBOARD_CONFIGURED_ALERT: 'set up in the Plaid dashboard only',
  ISSUES: 'in beta, and hidden by Plaid',
  LAYER: 'its product has no methods',
  LINK_DELIVERY: 'its product has no methods',
  PARTNER: 'its product has no methods',
  PROTECT: 'its product has no methods',
  WALLET: 'its product has no methods',
  'TRANSFER PLATFORM_ONBOARDING_UPDATE': 'of platforms, whose onboarding has no methods',
  'INCOME PRODUCT_READY': 'replaced by those of income verification',
};

/** Fields that any webhook of an Item or of its user may have; the official client lists them for some only. */
const common = new Set(['user_id', 'error']);

/** Webhooks of processor tokens share type and code with those of Items, and have an account in place of the Item. */
const isOfProcessors = (name: string, field: string) => name.startsWith('TRANSACTIONS ') && field === 'account_id';

it('types every webhook of the official client, but those of products without methods', () => {
  const missing = [...official.keys()].filter((name) => !typed.has(name));
  const isExplained = (name: string) => untyped[name] ?? untyped[name.split(' ')[0] ?? ''];
  expect(missing.filter((name) => !isExplained(name))).toEqual([]);
  const explained = Object.keys(untyped).filter((name) => missing.some((each) => `${each} `.startsWith(`${name} `)));
  expect(explained).toEqual(Object.keys(untyped));
  expect([...typed.keys()].filter((name) => !official.has(name))).toEqual([]);
});

it('types every field of these webhooks, and no other', () => {
  const differences = [...typed].flatMap(([name, fields]) => {
    const documented = official.get(name) ?? new Set<string>();
    return [
      ...[...documented]
        .filter((field) => !fields.has(field) && !isOfProcessors(name, field))
        .map((field) => `${name} lacks ${field}`),
      ...[...fields]
        .filter((field) => !documented.has(field) && !common.has(field))
        .map((field) => `${name} has ${field}, which the official client does not`),
    ];
  });
  expect(differences).toEqual([]);
  expect(typed.size).toBeGreaterThan(50);
});

it('reads types and codes out of descriptions, and joins webhooks that share both', () => {
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
  expect([...webhooksOfClient(text)]).toEqual([['ITEM ERROR', new Set(['item_id', 'account_id'])]]);
});
