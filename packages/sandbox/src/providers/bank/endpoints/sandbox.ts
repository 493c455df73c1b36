import type { Clock } from '../../../clock.ts';
import { chooseAccounts, verificationStatuses } from '../accounts.ts';
import { type AssetReports, assetError } from '../asset-reports.ts';
import { type Endpoint, endpoint, itemEndpoint } from '../endpoint.ts';
import { bankError } from '../errors.ts';
import {
  amount,
  anyObject,
  date,
  integer,
  list,
  nullable,
  object,
  oneOf,
  required,
  text,
  webAddress,
} from '../fields.ts';
import { opaqueId, uuid } from '../ids.ts';
import type { Item } from '../items.ts';
import type { Link } from '../link.ts';
import type { Settings } from '../options.ts';
import type { Processors } from '../processors.ts';
import { authorizeProducts, products } from '../products.ts';
import { refuse } from '../refusal.ts';
import { requireWindow, windowField } from '../statements.ts';
import type { Users } from '../users.ts';
import { firedCodes, productOfType, type WebhookCode, type WebhookType, webhookTypes } from '../webhook-codes.ts';

const codes = Object.keys(firedCodes) as (keyof typeof firedCodes)[];

/** What only the test environment has. */
export function sandboxEndpoints(
  clock: Clock,
  settings: Settings,
  { link, processors, reports, users }: { link: Link; processors: Processors; reports: AssetReports; users: Users },
): Endpoint[] {
  return [
    endpoint(
      '/sandbox/public_token/create',
      {
        institution_id: required(text()),
        initial_products: required(list(oneOf(products), { min: 1 })),
        options: object({
          webhook: webAddress(),
          override_username: nullable(text()),
          override_password: nullable(text()),
          transactions: nullable(object({ start_date: date(), end_date: date(), days_requested: integer(1, 730) })),
          statements: nullable(windowField()),
          income_verification: anyObject(), // of a product that is not here
        }),
        user_id: text(),
        user_token: text(),
      },
      ({ institution_id, initial_products, options = {}, ...owner }) => {
        authorizeProducts(initial_products, settings.products);
        requireWindow(initial_products, options.statements, 'options.statements');
        const isOwned = owner.user_id !== undefined || owner.user_token !== undefined;
        const { start_date, end_date, days_requested } = options.transactions ?? {};
        return {
          public_token: link.logIn(
            {
              institutionId: institution_id,
              username: options.override_username,
              password: options.override_password,
            },
            {
              products: initial_products,
              webhook: options.webhook,
              window: { days: days_requested, firstDate: start_date, lastDate: end_date },
              statements: options.statements,
              userId: isOwned ? users.find(owner).id : undefined,
            },
          ),
        };
      },
    ),
    endpoint(
      '/sandbox/processor_token/create',
      {
        institution_id: required(text()),
        options: object({ override_username: nullable(text()), override_password: nullable(text()) }),
      },
      ({ institution_id, options = {} }) => {
        const { override_username: username, override_password: password } = options;
        const publicToken = link.logIn(
          { institutionId: institution_id, username, password },
          { products: ['auth'], window: {} },
        );
        const item = link.exchange(publicToken);
        const [account] = item.accounts();
        return { processor_token: processors.create(item, account?.account_id ?? '') };
      },
    ),
    endpoint(
      '/sandbox/oauth/select_accounts',
      { oauth_state_id: required(text()), accounts: required(list(text())) },
      ({ oauth_state_id, accounts }) => {
        link.selectAccounts(oauth_state_id, accounts);
        return {};
      },
      { isPublic: true }, // the user's browser calls it
    ),
    itemEndpoint('/sandbox/item/application/seed', { application_id: required(text()) }, ({ application_id }, item) => {
      if (!item.consent.activities.some(({ activity }) => activity === 'ITEM_IMPORT'))
        refuse('INVALID_FIELD', 'access_token must be that of an imported Item');
      const itemId = opaqueId(item.random(`applications/${application_id}`));
      item.otherApplications.set(application_id, { itemId, createdAt: clock.now() });
      return { item_id: itemId };
    }),
    itemEndpoint(
      '/sandbox/item/reset_login',
      {},
      (_, item) => {
        item.fail('ITEM_LOGIN_REQUIRED');
        return { reset_login: true };
      },
      { anyState: true },
    ),
    endpoint(
      '/sandbox/user/reset_login',
      { user_id: text(), user_token: text(), item_ids: nullable(list(text())) },
      ({ item_ids = [], ...reference }) => {
        const own = users.itemsOf(users.find(reference));
        const named = item_ids.map((id) => own.find((item) => item.id === id) ?? refuse('ITEM_NOT_FOUND'));
        for (const item of named.length > 0 ? named : own) item.fail('ITEM_LOGIN_REQUIRED');
        return {};
      },
    ),
    itemEndpoint(
      '/sandbox/item/fire_webhook',
      { webhook_code: required(oneOf(codes)), webhook_type: oneOf(webhookTypes) },
      ({ webhook_code, webhook_type }, item) => {
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
    itemEndpoint(
      '/sandbox/item/set_verification_status',
      { account_id: required(text()), verification_status: required(oneOf(verificationStatuses)) },
      ({ account_id, verification_status }, item) => {
        for (const account of chooseAccounts(item.accounts(), [account_id]))
          account.verification_status = verification_status;
        const isVerified = verification_status === 'automatically_verified';
        item.notify('AUTH', isVerified ? 'AUTOMATICALLY_VERIFIED' : 'VERIFICATION_EXPIRED', { account_id });
        return {};
      },
      { enabledProduct: 'auth' },
    ),
    itemEndpoint(
      '/sandbox/transactions/create',
      {
        transactions: required(
          list(
            object({
              date_transacted: required(date()),
              date_posted: required(date()),
              amount: required(amount()),
              description: required(text()),
              iso_currency_code: text({ min: 3, max: 3 }),
            }),
            { min: 1, max: 10 },
          ),
        ),
      },
      ({ transactions }, item) => {
        if (!item.profile.isDynamic)
          refuse('INVALID_FIELD', 'access_token must be that of an Item of user_transactions_dynamic');
        for (const [index, { date_transacted, date_posted }] of transactions.entries())
          if (date_transacted > date_posted)
            refuse('INVALID_FIELD', `transactions[${index}].date_posted must be no earlier than date_transacted`);
        item.feed.create(transactions);
        return {};
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
