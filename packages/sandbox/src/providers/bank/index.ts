import type { ProviderSandbox, SandboxContext } from '../../shared/context.ts';
import type { Limits } from '../../shared/limits.ts';
import { type BankControls, createControls } from './controls.ts';
import { createInstitutions } from './data/institutions.ts';
import { createItems, prelinkedTokens } from './data/items.ts';
import { ofProduct } from './endpoint.ts';
import { accountEndpoints } from './endpoints/accounts.ts';
import { AssetReports } from './endpoints/asset-report.ts';
import { bankTransferEndpoints } from './endpoints/bank-transfers.ts';
import { Incomes } from './endpoints/credit.ts';
import { IdentityVerifications } from './endpoints/identity-verification.ts';
import { institutionEndpoints } from './endpoints/institutions.ts';
import { investmentEndpoints } from './endpoints/investments.ts';
import { itemEndpoints } from './endpoints/item.ts';
import { applicationEndpoints } from './endpoints/item-connections.ts';
import { linkEndpoints } from './endpoints/link.ts';
import { networkEndpoints } from './endpoints/network.ts';
import { createProcessors, processorReadEndpoints } from './endpoints/processor.ts';
import { sandboxEndpoints } from './endpoints/sandbox.ts';
import { createSignal } from './endpoints/signal.ts';
import { statementEndpoints } from './endpoints/statements.ts';
import { type Mutation, transactionEndpoints } from './endpoints/transactions.ts';
import { Users } from './endpoints/user.ts';
import { Screenings } from './endpoints/watchlist-screening.ts';
import { Link } from './link/link.ts';
import { createLinkPages } from './link/routes.ts';
import {
  type BankClientOptions,
  type BankLimits,
  type BankSandboxOptions,
  clientOptions,
  resolveOptions,
} from './options.ts';
import { Consents } from './payments/consents.ts';
import { Payments } from './payments/payments.ts';
import { createApi } from './serve.ts';
import { createMoneyMovement } from './transfers/index.ts';
import { createWebhookKeys } from './webhooks/webhook-keys.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

/** Sandbox of the bank-data API (Plaid). */
export interface BankSandbox extends ProviderSandbox<BankClientOptions> {
  /** Access tokens of the two Items that are linked from the start. They depend only on the seed. */
  readonly accessTokens: readonly [string, string];
  readonly controls: BankControls;
}

/** Creates a sandbox that behaves like the bank-data API's test environment. */
export function createBankSandbox(
  context: SandboxContext,
  options: BankSandboxOptions & { limits?: Limits<BankLimits> | undefined } = {},
): BankSandbox {
  const settings = resolveOptions(options);
  const { clock } = context;
  const keys = createWebhookKeys(context);
  const webhooks = createWebhooks(context, keys, settings.webhook);
  const institutions = createInstitutions(context, settings);
  const items = createItems(context, settings, institutions, webhooks);
  const money = createMoneyMovement(context, { items, institutions, webhooks });
  const users = new Users(context, { items, webhooks });
  const payments = new Payments(context, users, webhooks);
  const consents = new Consents(context, { payments, users, webhooks });
  const incomes = new Incomes(context, settings, { items, users, institutions, webhooks });
  const link = new Link(context, settings, institutions, {
    items,
    webhooks,
    money,
    payments,
    consents,
    incomes,
  });
  const mutation: Mutation = { left: 0 };
  const processors = createProcessors(context, items, webhooks);
  const reports = new AssetReports(context, settings, { items, users, webhooks });
  const signal = createSignal(clock, settings);
  const screenings = new Screenings(context, settings, webhooks);
  const verifications = new IdentityVerifications(context, settings, { screenings, users, webhooks });
  const reads = {
    ...accountEndpoints(clock, items),
    ...transactionEndpoints(clock, mutation),
    ...investmentEndpoints(clock),
    ...signal.endpoints,
  };
  return {
    app: createApi(createLinkPages(context, institutions, link), context, settings, items, processors, {
      ...linkEndpoints(link, { items, users, money, payments, consents }, context, settings),
      ...itemEndpoints(items, link, settings, keys),
      ...applicationEndpoints(items, settings),
      ...users.endpoints,
      ...networkEndpoints(context, { items, institutions, users, signal }),
      ...reads,
      ...statementEndpoints(),
      ...reports.endpoints,
      ...verifications.endpoints,
      ...screenings.endpoints,
      ...incomes.endpoints,
      ...processors.endpoints,
      ...processorReadEndpoints(reads),
      ...bankTransferEndpoints(context),
      ...institutionEndpoints(institutions),
      ...ofProduct('transfer', settings, money.endpoints),
      ...ofProduct('payment_initiation', settings, { ...payments.endpoints, ...consents.endpoints }),
      ...sandboxEndpoints(clock, settings, { link, processors, reports, users, institutions }),
    }),
    options: () => clientOptions(context, settings),
    tokens: () => [...items.tokens(), ...link.tokens(), ...processors.tokens()],
    accessTokens: prelinkedTokens(context),
    controls: createControls(clock, {
      items,
      link,
      institutions,
      mutation,
      verifications,
      screenings,
      keys,
      webhooks,
      ledgerIds: money.ledgerIds,
      accessTokens: prelinkedTokens(context),
    }),
  };
}
