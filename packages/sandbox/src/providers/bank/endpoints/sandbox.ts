import type { Clock } from '../../../shared/clock.ts';
import { findAccount, type VerificationStatus } from '../data/accounts.ts';
import { dayOf, formatDay } from '../data/days.ts';
import type { CustomTransaction } from '../data/feed-plan.ts';
import { type IncomeRequest, readIncomeSpec } from '../data/income-spec.ts';
import type { Institutions } from '../data/institutions.ts';
import type { Item } from '../data/item.ts';
import { requireWindow, type StatementsWindow } from '../data/statements.ts';
import type { UserReference } from '../data/users.ts';
import { authorizeProducts, type Call, type Endpoints } from '../endpoint.ts';
import { type BankError, bankError, refuse } from '../errors.ts';
import { opaqueId, uuid } from '../ids.ts';
import type { Link } from '../link/link.ts';
import type { Settings } from '../options.ts';
import { firedCodes, productOfType, type WebhookType } from '../webhooks/webhook-codes.ts';
import { type AssetReports, assetError } from './asset-report.ts';
import type { Processors } from './processor.ts';
import type { Users } from './user.ts';

interface PublicTokenRequest extends UserReference {
  readonly institution_id: string;
  readonly initial_products: readonly string[];
  readonly options: IncomeRequest & {
    readonly webhook?: string;
    readonly override_username: string;
    readonly override_password: string;
    readonly transactions?: { start_date?: string; end_date?: string; days_requested?: number };
    readonly statements?: StatementsWindow;
  };
}

interface FiredWebhook {
  readonly webhook_code: keyof typeof firedCodes;
  readonly webhook_type?: WebhookType;
}

interface Parts {
  readonly link: Link;
  readonly processors: Processors;
  readonly reports: AssetReports;
  readonly users: Users;
  readonly institutions: Institutions;
}

/** Creates the endpoints that only Plaid's test environment has. */
export function sandboxEndpoints(clock: Clock, settings: Settings, parts: Parts): Endpoints {
  const { link, processors, users, institutions } = parts;
  return {
    'POST /sandbox/public_token/create': ({
      body: { institution_id: institutionId, initial_products: products, options, ...owner },
    }: Call<PublicTokenRequest>) => {
      authorizeProducts(products, settings.products);
      const { webhook, statements, override_username: username, override_password: password } = options;
      requireWindow(products, statements, 'options.statements');
      const isOwned = owner.user_id !== undefined || owner.user_token !== undefined;
      const { start_date: firstDate, end_date: lastDate, days_requested: days } = options.transactions ?? {};
      const window = { days, firstDate, lastDate };
      const userId = isOwned ? users.find(owner).id : undefined;
      const income = readIncomeSpec(products, options, institutions.find(institutionId)?.isPayroll ?? false);
      const login = { institutionId, username, password };
      return { public_token: link.logIn(login, { products, webhook, window, statements, userId, income }) };
    },
    'POST /sandbox/processor_token/create': ({
      body: { institution_id: institutionId, options },
    }: Call<Pick<PublicTokenRequest, 'institution_id' | 'options'>>) => {
      const login = { institutionId, username: options.override_username, password: options.override_password };
      const item = link.exchange(link.logIn(login, { products: ['auth'], window: {} }));
      return { processor_token: processors.create(item, item.accounts()[0]?.account_id ?? '') };
    },
    ...itemEndpoints(clock, parts),
  };
}

/** Creates the endpoints that change an Item. */
function itemEndpoints(clock: Clock, { link, reports }: Parts): Endpoints {
  return {
    'POST /sandbox/oauth/select_accounts': {
      token: 'none',
      answer: ({ body: { oauth_state_id, accounts } }: Call<{ oauth_state_id: string; accounts: string[] }>) =>
        link.selectAccounts(oauth_state_id, accounts),
    },
    'POST /sandbox/item/application/seed': ({ body: { application_id }, item }: Call<{ application_id: string }>) => {
      if (!item.consent.activities.some(({ activity }) => activity === 'ITEM_IMPORT'))
        refuse('INVALID_FIELD', 'access_token must be the token of an imported Item');
      const itemId = opaqueId(item.random(`applications/${application_id}`));
      item.otherApplications.set(application_id, { itemId, createdAt: clock.now() });
      return { item_id: itemId };
    },
    'POST /sandbox/item/reset_login': {
      anyState: true,
      answer: ({ item }) => {
        item.fail('ITEM_LOGIN_REQUIRED');
        return { reset_login: true };
      },
    },
    'POST /sandbox/item/fire_webhook': {
      anyState: true,
      answer: ({ body: { webhook_code, webhook_type }, item }: Call<FiredWebhook>) => {
        const types: readonly WebhookType[] = firedCodes[webhook_code];
        const type = webhook_type ?? (types[0] as WebhookType);
        if (!types.includes(type))
          refuse('INVALID_FIELD', `webhook_type must be one of ${types.join(', ')} for ${webhook_code}`);
        const product = productOfType[type];
        if (product && !item.products.has(product))
          refuse('SANDBOX_PRODUCT_NOT_ENABLED', `The ${product} product is not enabled on this item`);
        if (!item.webhook) refuse('SANDBOX_WEBHOOK_INVALID');
        const extra = extraOf(item, `${type}/${webhook_code}`, clock, reports);
        return { webhook_fired: item.notify(type, webhook_code, extra) };
      },
    },
    ...statusEndpoints(clock),
  };
}

/** Creates the endpoints that change the accounts or the transactions of an Item. */
function statusEndpoints(clock: Clock): Endpoints {
  return {
    'POST /sandbox/item/set_verification_status': {
      enabledProduct: 'auth',
      answer: ({
        body: { account_id, verification_status },
        item,
      }: Call<{ account_id: string; verification_status: VerificationStatus }>) => {
        findAccount(item.accounts(), account_id).verification_status = verification_status;
        const isVerified = verification_status === 'automatically_verified';
        item.notify('AUTH', isVerified ? 'AUTOMATICALLY_VERIFIED' : 'VERIFICATION_EXPIRED', { account_id });
      },
    },
    'POST /sandbox/transactions/create': {
      enabledProduct: 'transactions',
      answer: ({ body: { transactions }, item }: Call<{ transactions: CustomTransaction[] }>) => {
        if (!item.profile.isDynamic)
          refuse(
            'INVALID_FIELD',
            'access_token must be the token of an Item of the test user user_transactions_dynamic',
          );
        const today = dayOf(clock.now());
        for (const [index, { date_transacted, date_posted }] of transactions.entries()) {
          if (date_transacted > date_posted)
            refuse('INVALID_FIELD', `transactions[${index}].date_posted must be no earlier than date_transacted`);
          if (date_transacted < formatDay(today - 14) || date_posted > formatDay(today))
            refuse('INVALID_FIELD', `transactions[${index}] must be of today or one of the 14 days before`);
        }
        item.feed.create(transactions);
      },
    },
  };
}

/** Returns the additional fields of a fired webhook, by type and code. */
function extraOf(item: Item, fired: string, clock: Clock, reports: AssetReports): object {
  const accountIds = item.accounts().map(({ account_id }) => account_id);
  const status = item.feed.status();
  // Webhooks about reports do not name an Item, but the newest report, or an invented one if there is none.
  const report = {
    item_id: undefined,
    asset_report_id: reports.latest((each) => each === item)?.id ?? uuid(item.random('asset-report')),
  };
  const failed = (error: BankError) => ({ error: { ...error, status: 400 } });
  const extras: Readonly<Record<string, object>> = {
    'TRANSACTIONS/DEFAULT_UPDATE': { new_transactions: 0 },
    'TRANSACTIONS/SYNC_UPDATES_AVAILABLE': {
      initial_update_complete: status !== 'NOT_READY',
      historical_update_complete: status === 'HISTORICAL_UPDATE_COMPLETE',
    },
    'TRANSACTIONS/RECURRING_TRANSACTIONS_UPDATE': { account_ids: accountIds },
    'AUTH/DEFAULT_UPDATE': { account_ids_with_new_auth: accountIds.slice(0, 1), account_ids_with_updated_auth: [] },
    'AUTH/SMS_MICRODEPOSITS_VERIFICATION': { account_id: accountIds[0] },
    'ITEM/USER_ACCOUNT_REVOKED': { account_id: accountIds[0] },
    'HOLDINGS/DEFAULT_UPDATE': { new_holdings: 0, updated_holdings: 0 },
    'INVESTMENTS_TRANSACTIONS/DEFAULT_UPDATE': {
      new_investments_transactions: 0,
      cancelled_investments_transactions: 0,
    },
    'LIABILITIES/DEFAULT_UPDATE': { account_ids_with_new_liabilities: [], account_ids_with_updated_liabilities: {} },
    'IDENTITY/DEFAULT_UPDATE': {
      account_ids_with_updated_identity: Object.fromEntries(accountIds.map((id) => [id, ['PHONES']])),
    },
    'ASSETS/PRODUCT_READY': { ...report, error: undefined, report_type: 'FULL' },
    'ASSETS/ERROR': { ...report, ...failed(assetError('DATA_UNAVAILABLE')) },
    'ITEM/PENDING_DISCONNECT': {
      reason: 'INSTITUTION_TOKEN_EXPIRATION',
      disconnect_time: new Date(clock.now() + 7 * 86_400_000).toISOString(),
    },
    'ITEM/USER_PERMISSION_REVOKED': failed(bankError('USER_PERMISSION_REVOKED')),
    'ITEM/ERROR': failed(bankError('ITEM_LOGIN_REQUIRED')),
  };
  return extras[fired] ?? {};
}
