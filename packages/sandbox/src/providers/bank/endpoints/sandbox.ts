import type { Clock } from '../../../clock.ts';
import { chooseAccounts, type VerificationStatus } from '../accounts.ts';
import { type AssetReports, assetError } from '../asset-reports.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { bankError, refuse } from '../errors.ts';
import type { CustomTransaction } from '../feed.ts';
import { opaqueId, uuid } from '../ids.ts';
import { type IncomeRequest, readIncomeSpec } from '../incomes.ts';
import type { Institutions } from '../institutions.ts';
import type { Item } from '../items.ts';
import type { Link } from '../link.ts';
import type { Settings } from '../options.ts';
import type { Processors } from '../processors.ts';
import { authorizeProducts } from '../products.ts';
import { requireWindow, type StatementsWindow } from '../statements.ts';
import type { UserReference, Users } from '../users.ts';
import { firedCodes, productOfType, type WebhookCode, type WebhookType } from '../webhook-codes.ts';

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

/** What only the test environment has. */
export function sandboxEndpoints(
  clock: Clock,
  settings: Settings,
  { link, processors, reports, users, institutions }: Parts,
): Endpoint[] {
  return [
    endpoint(
      '/sandbox/public_token/create',
      ({ institution_id: institutionId, initial_products: products, options, ...owner }: PublicTokenRequest) => {
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
    ),
    endpoint(
      '/sandbox/processor_token/create',
      ({ institution_id: institutionId, options }: Pick<PublicTokenRequest, 'institution_id' | 'options'>) => {
        const login = { institutionId, username: options.override_username, password: options.override_password };
        const item = link.exchange(link.logIn(login, { products: ['auth'], window: {} }));
        return { processor_token: processors.create(item, item.accounts()[0]?.account_id ?? '') };
      },
    ),
    endpoint(
      '/sandbox/oauth/select_accounts',
      ({ oauth_state_id, accounts }: { oauth_state_id: string; accounts: string[] }) =>
        link.selectAccounts(oauth_state_id, accounts),
      { isPublic: true }, // the user's browser calls it
    ),
    endpoint('/sandbox/item/application/seed', ({ application_id }: { application_id: string }, item) => {
      if (!item.consent.activities.some(({ activity }) => activity === 'ITEM_IMPORT'))
        refuse('INVALID_FIELD', 'access_token must be that of an imported Item');
      const itemId = opaqueId(item.random(`applications/${application_id}`));
      item.otherApplications.set(application_id, { itemId, createdAt: clock.now() });
      return { item_id: itemId };
    }),
    endpoint(
      '/sandbox/item/reset_login',
      (_, item) => {
        item.fail('ITEM_LOGIN_REQUIRED');
        return { reset_login: true };
      },
      { anyState: true },
    ),
    endpoint(
      '/sandbox/user/reset_login',
      ({ item_ids = [], ...reference }: UserReference & { item_ids?: string[] }) => {
        const own = users.itemsOf(users.find(reference));
        const named = item_ids.map((id) => own.find((item) => item.id === id) ?? refuse('ITEM_NOT_FOUND'));
        for (const item of named.length > 0 ? named : own) item.fail('ITEM_LOGIN_REQUIRED');
      },
    ),
    endpoint(
      '/sandbox/item/fire_webhook',
      ({ webhook_code, webhook_type }: FiredWebhook, item) => {
        const types: readonly WebhookType[] = firedCodes[webhook_code];
        const type = webhook_type ?? (types[0] as WebhookType);
        if (!types.includes(type))
          refuse('INVALID_FIELD', `webhook_type must be one of ${types.join(', ')} for ${webhook_code}`);
        const product = productOfType[type];
        if (product && !item.products.has(product))
          refuse('SANDBOX_PRODUCT_NOT_ENABLED', `The ${product} product is not enabled on this item`);
        if (!item.webhook) refuse('SANDBOX_WEBHOOK_INVALID');
        return { webhook_fired: item.notify(type, webhook_code, extraOf(item, type, webhook_code, clock, reports)) };
      },
      { anyState: true },
    ),
    endpoint(
      '/sandbox/item/set_verification_status',
      ({ account_id, verification_status }: { account_id: string; verification_status: VerificationStatus }, item) => {
        for (const account of chooseAccounts(item.accounts(), [account_id]))
          account.verification_status = verification_status;
        const isVerified = verification_status === 'automatically_verified';
        item.notify('AUTH', isVerified ? 'AUTOMATICALLY_VERIFIED' : 'VERIFICATION_EXPIRED', { account_id });
      },
      { enabledProduct: 'auth' },
    ),
    endpoint(
      '/sandbox/transactions/create',
      ({ transactions }: { transactions: CustomTransaction[] }, item) => {
        if (!item.profile.isDynamic)
          refuse('INVALID_FIELD', 'access_token must be that of an Item of user_transactions_dynamic');
        for (const [index, { date_transacted, date_posted }] of transactions.entries())
          if (date_transacted > date_posted)
            refuse('INVALID_FIELD', `transactions[${index}].date_posted must be no earlier than date_transacted`);
        item.feed.create(transactions);
      },
      { enabledProduct: 'transactions' },
    ),
  ];
}

/** Members a webhook has besides the common ones. */
function extraOf(item: Item, type: WebhookType, code: WebhookCode, clock: Clock, reports: AssetReports): object {
  const accountIds = item.accounts().map(({ account_id }) => account_id);
  const status = item.feed.status();
  const inAWeek = new Date(clock.now() + 7 * 86_400_000).toISOString();
  switch (`${type}/${code}`) {
    case 'TRANSACTIONS/DEFAULT_UPDATE':
      return { new_transactions: 0 };
    case 'TRANSACTIONS/SYNC_UPDATES_AVAILABLE':
      return {
        initial_update_complete: status !== 'NOT_READY',
        historical_update_complete: status === 'HISTORICAL_UPDATE_COMPLETE',
      };
    case 'TRANSACTIONS/RECURRING_TRANSACTIONS_UPDATE':
      return { account_ids: accountIds };
    case 'AUTH/DEFAULT_UPDATE':
      return { account_ids_with_new_auth: accountIds.slice(0, 1), account_ids_with_updated_auth: [] };
    case 'AUTH/SMS_MICRODEPOSITS_VERIFICATION':
    case 'ITEM/USER_ACCOUNT_REVOKED':
      return { account_id: accountIds[0] };
    case 'HOLDINGS/DEFAULT_UPDATE':
      return { new_holdings: 0, updated_holdings: 0 };
    case 'INVESTMENTS_TRANSACTIONS/DEFAULT_UPDATE':
      return { new_investments_transactions: 0, cancelled_investments_transactions: 0 };
    case 'LIABILITIES/DEFAULT_UPDATE':
      return { account_ids_with_new_liabilities: [], account_ids_with_updated_liabilities: {} };
    case 'IDENTITY/DEFAULT_UPDATE':
      return { account_ids_with_updated_identity: Object.fromEntries(accountIds.map((id) => [id, ['PHONES']])) };
    case 'ASSETS/PRODUCT_READY':
      return { ...aboutReport(item, reports), error: undefined, report_type: 'FULL' };
    case 'ASSETS/ERROR':
      return { ...aboutReport(item, reports), error: { ...assetError('DATA_UNAVAILABLE'), status: 400 } };
    case 'ITEM/PENDING_DISCONNECT':
      return { reason: 'INSTITUTION_TOKEN_EXPIRATION', disconnect_time: inAWeek };
    case 'ITEM/USER_PERMISSION_REVOKED':
      return { error: { ...bankError('USER_PERMISSION_REVOKED'), status: 400 } };
    case 'ITEM/ERROR':
      return { error: { ...bankError('ITEM_LOGIN_REQUIRED'), status: 400 } };
    default:
      return {};
  }
}

/** Such webhooks name a report and no Item: the newest one, or one that is not there when there is none. */
const aboutReport = (item: Item, reports: AssetReports) => ({
  item_id: undefined,
  asset_report_id: reports.latest((each) => each === item)?.id ?? uuid(item.random('asset-report')),
});
