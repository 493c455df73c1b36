import type { ProviderSandbox, SandboxContext } from '../../context.ts';
import type { Limits } from '../../limiter.ts';
import { createApi } from './api.ts';
import { createAssetReports } from './asset-reports.ts';
import { type BankControls, createControls } from './controls.ts';
import { accountEndpoints } from './endpoints/accounts.ts';
import { applicationEndpoints } from './endpoints/applications.ts';
import { assetReportEndpoints } from './endpoints/asset-reports.ts';
import { enrichEndpoints } from './endpoints/enrich.ts';
import { institutionEndpoints } from './endpoints/institutions.ts';
import { investmentEndpoints } from './endpoints/investments.ts';
import { itemEndpoints } from './endpoints/items.ts';
import { linkEndpoints } from './endpoints/link.ts';
import { networkEndpoints } from './endpoints/network.ts';
import { bankTransferEndpoints, processorEndpoints, processorReadEndpoints } from './endpoints/processors.ts';
import { sandboxEndpoints } from './endpoints/sandbox.ts';
import { signalEndpoints } from './endpoints/signal.ts';
import { statementEndpoints } from './endpoints/statements.ts';
import { transactionEndpoints } from './endpoints/transactions.ts';
import { userEndpoints } from './endpoints/users.ts';
import { createInstitutions } from './institutions.ts';
import { createItems, prelinkedTokens } from './items.ts';
import { createLink } from './link.ts';
import { createMutations } from './mutations.ts';
import {
  type BankClientOptions,
  type BankLimits,
  type BankSandboxOptions,
  clientOptions,
  resolveOptions,
} from './options.ts';
import { createProcessors } from './processors.ts';
import { createDebits } from './signal.ts';
import { createUsers } from './users.ts';
import { createWebhookKeys } from './webhook-keys.ts';
import { createWebhooks } from './webhooks.ts';

export type { BankControls } from './controls.ts';
export type {
  BankAccountOverride,
  BankAddress,
  BankAddressData,
  BankCreditOverride,
  BankHoldingOverride,
  BankInflowModel,
  BankInvestmentTransactionOverride,
  BankMfa,
  BankOwnerOverride,
  BankSecurityOverride,
  BankStudentLoanOverride,
  BankTransactionOverride,
  BankUserConfiguration,
} from './custom-user.ts';
export type { BankErrorCode } from './errors.ts';
export type { ChangedTransactions, TransactionChanges } from './feed.ts';
export type { InstitutionHealth } from './institutions.ts';
export type { LinkLogin, OAuthLogin } from './link.ts';
export type { BankLimits, BankRateLimit, BankSandboxOptions } from './options.ts';
export type { WebhookDelivery } from './webhooks.ts';

/** The sandbox of the bank-data API. */
export interface BankSandbox extends ProviderSandbox<BankClientOptions> {
  /** Access tokens of the two Items that are linked from the start, a function of the seed. */
  readonly accessTokens: readonly [string, string];
  readonly controls: BankControls;
}

/** The bank-data API as its test environment is. */
export function createBankSandbox(
  context: SandboxContext,
  options: BankSandboxOptions & { limits?: Limits<BankLimits> | undefined } = {},
): BankSandbox {
  const settings = resolveOptions(options);
  const { clock } = context;
  const keys = createWebhookKeys(context);
  const webhooks = createWebhooks(context, keys);
  const institutions = createInstitutions(context, settings);
  const items = createItems(context, settings, institutions, webhooks);
  const link = createLink(context, settings, institutions, items, webhooks);
  const mutations = createMutations();
  const users = createUsers(context, items);
  const processors = createProcessors(context, items, webhooks);
  const reports = createAssetReports(context, settings, items, webhooks);
  const debits = createDebits(clock);
  const reads = [
    ...accountEndpoints(clock),
    ...transactionEndpoints(clock, mutations),
    ...investmentEndpoints(clock),
    ...signalEndpoints(clock, settings, debits),
  ];
  return {
    app: createApi(context, settings, items, processors, [
      ...linkEndpoints(link, items, users, settings),
      ...itemEndpoints(items, link, settings, keys),
      ...applicationEndpoints(items, settings),
      ...userEndpoints(clock, users),
      ...enrichEndpoints(),
      ...networkEndpoints(context, { items, institutions, users, debits }),
      ...reads,
      ...statementEndpoints(),
      ...assetReportEndpoints(reports, items, users, settings),
      ...processorEndpoints(context, processors),
      ...processorReadEndpoints(reads),
      ...bankTransferEndpoints(context),
      ...institutionEndpoints(institutions),
      ...sandboxEndpoints(clock, settings, { link, processors, reports, users }),
    ]),
    options: () => clientOptions(context, settings),
    tokens: () => [...items.tokens(), ...link.tokens(), ...processors.tokens()],
    accessTokens: prelinkedTokens(context),
    controls: createControls(clock, { items, link, institutions, mutations, keys, webhooks }),
  };
}
