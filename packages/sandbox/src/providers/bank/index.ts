import type { ProviderSandbox, SandboxContext } from '../../context.ts';
import { createApi } from './api.ts';
import { type BankControls, createControls } from './controls.ts';
import { accountEndpoints } from './endpoints/accounts.ts';
import { institutionEndpoints } from './endpoints/institutions.ts';
import { itemEndpoints } from './endpoints/items.ts';
import { linkEndpoints } from './endpoints/link.ts';
import { sandboxEndpoints } from './endpoints/sandbox.ts';
import { transactionEndpoints } from './endpoints/transactions.ts';
import { webhookKeyEndpoints } from './endpoints/webhook-keys.ts';
import { createInstitutions } from './institutions.ts';
import { createItems, prelinkedTokens } from './items.ts';
import { createLink } from './link.ts';
import { createMutations } from './mutations.ts';
import { type BankSandboxOptions, resolveOptions } from './options.ts';
import { createWebhookKeys } from './webhook-keys.ts';
import { createWebhooks } from './webhooks.ts';

export type { BankControls } from './controls.ts';
export type { BankErrorCode } from './errors.ts';
export type { ChangedTransactions, TransactionChanges } from './feed.ts';
export type { InstitutionHealth } from './institutions.ts';
export type { LinkLogin } from './link.ts';
export type { BankRateLimit, BankSandboxOptions } from './options.ts';
export type { WebhookDelivery } from './webhooks.ts';

/** The sandbox of the bank-data API. */
export interface BankSandbox extends ProviderSandbox<{ baseUrl: string; clientId: string; secret: string }> {
  /** Access tokens of the two Items that are linked from the start, a function of the seed. */
  readonly accessTokens: readonly [string, string];
  readonly controls: BankControls;
}

/** The bank-data API as its test environment is. */
export function createBankSandbox(context: SandboxContext, options: BankSandboxOptions = {}): BankSandbox {
  const settings = resolveOptions(options);
  const { clock } = context;
  const keys = createWebhookKeys(context);
  const webhooks = createWebhooks(context, keys);
  const institutions = createInstitutions(context, settings);
  const items = createItems(context, settings, institutions, webhooks);
  const link = createLink(context, settings, institutions, items, webhooks);
  const mutations = createMutations();
  return {
    app: createApi(context, settings, items, [
      ...linkEndpoints(link, items, settings),
      ...itemEndpoints(items, link),
      ...accountEndpoints(),
      ...transactionEndpoints(clock, mutations),
      ...institutionEndpoints(institutions),
      ...sandboxEndpoints(clock, link, settings),
      ...webhookKeyEndpoints(keys),
    ]),
    options: () => ({ baseUrl: context.baseUrl(), clientId: settings.clientId, secret: settings.secret }),
    accessTokens: prelinkedTokens(context),
    controls: createControls(clock, { items, link, institutions, mutations, keys, webhooks }),
  };
}
