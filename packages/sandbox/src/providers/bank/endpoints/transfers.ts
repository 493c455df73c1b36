import { chooseAccounts } from '../accounts.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { Institutions } from '../institutions.ts';
import type { Item, Items } from '../items.ts';
import { logIn } from '../profiles.ts';
import { refuseMissing } from '../request.ts';
import {
  type Authorization,
  limits,
  presentAuthorization,
  rationaleOf,
  type TransferWish,
} from '../transfers/authorizations.ts';
import type { MoneyMovement } from '../transfers/index.ts';
import type { IntentRequest } from '../transfers/intents.ts';
import { formatCents } from '../transfers/money.ts';
import type { TransferSchedule } from '../transfers/recurring.ts';
import { presentRefund } from '../transfers/refund-record.ts';
import type { TransferRequest } from '../transfers/transfers.ts';
import { between, type PageRequest, pageOf } from './pages.ts';

interface OfAccount {
  readonly account_id: string;
}
interface AtTestClock {
  readonly test_clock_id?: string;
}
interface OfTransfer {
  readonly transfer_id: string;
}
interface OfRefund {
  readonly refund_id: string;
}
interface OfRecurring {
  readonly recurring_transfer_id: string;
}
interface ListRequest extends PageRequest {
  readonly start_date?: string;
  readonly end_date?: string;
  readonly funding_account_id?: string;
  readonly originator_client_id?: string;
}

// The decision of an authorization reports what is wrong with the Item.
const traits = { product: 'transfer', anyState: true } as const;

const accountOf = (item: Item, id: string) => chooseAccounts(item.accounts(), [id])[0] ?? refuse('INVALID_ACCOUNT_ID');

/** Transfers, from their authorization to their refund. */
export function transferEndpoints(money: MoneyMovement): Endpoint[] {
  const { authorizations, transfers, refunds, ledgers, testClocks, fundingAccountId } = money;
  const shown = (authorization: Authorization) => {
    const { funding_account_id, ledger_id } = authorization.wish;
    const ledger = funding_account_id === undefined ? ledgers.find(ledger_id).id : null;
    return presentAuthorization(authorization, fundingAccountId, ledger);
  };
  const isWanted = (wanted: ListRequest, originator: string | undefined) =>
    (wanted.originator_client_id ?? originator) === originator &&
    (wanted.funding_account_id ?? fundingAccountId) === fundingAccountId;

  return [
    endpoint(
      '/transfer/authorization/create',
      (body: TransferWish & OfAccount & AtTestClock & { idempotency_key?: string }, item) => {
        const at = testClocks.now(body.test_clock_id);
        if (body.funding_account_id !== undefined && body.funding_account_id !== fundingAccountId)
          refuse('INVALID_FIELD', 'funding_account_id must be that of a funding account');
        const account = accountOf(item, body.account_id);
        return { authorization: shown(authorizations.create(item, account, body, at, body.idempotency_key)) };
      },
      traits,
    ),
    endpoint('/transfer/authorization/cancel', ({ authorization_id }: { authorization_id: string }) => {
      const authorization = authorizations.find(authorization_id);
      if (authorization.isCancelled || transfers.all.some((transfer) => transfer.authorization === authorization))
        refuse('INVALID_FIELD', 'authorization_id must be that of an authorization without a transfer');
      authorization.isCancelled = true;
    }),
    endpoint(
      '/transfer/create',
      (body: TransferRequest & OfAccount & AtTestClock & { authorization_id: string }, item) => {
        const authorization = authorizations.find(body.authorization_id);
        if (authorization.item !== item || authorization.account.account_id !== body.account_id)
          refuse('INVALID_FIELD', 'authorization_id must be that of an authorization of the account');
        return {
          transfer: transfers.present(transfers.create(authorization, body, testClocks.now(body.test_clock_id))),
        };
      },
      traits,
    ),
    endpoint(
      '/transfer/get',
      ({ transfer_id, authorization_id }: Partial<OfTransfer> & { authorization_id?: string }) => {
        if ((transfer_id === undefined) === (authorization_id === undefined))
          refuse('INVALID_FIELD', 'transfer_id or authorization_id must be given, and not both');
        const found = transfers.all.find(({ authorization }) => authorization.id === authorization_id);
        return { transfer: transfers.present(found ?? transfers.find(transfer_id ?? '')) };
      },
    ),
    endpoint('/transfer/list', (body: ListRequest) => {
      const wanted = [...transfers.all]
        .reverse()
        .filter(({ createdAt }) => between(createdAt, body.start_date, body.end_date))
        .filter(({ authorization }) => isWanted(body, authorization.wish.originator_client_id));
      return { transfers: pageOf(wanted, body).map(transfers.present) };
    }),
    endpoint('/transfer/cancel', ({ transfer_id }: OfTransfer) =>
      transfers.cancel(transfers.find(transfer_id), testClocks.now(undefined)),
    ),
    endpoint('/transfer/refund/create', (body: OfTransfer & { amount: string; idempotency_key: string }) => ({
      refund: presentRefund(
        refunds.create(transfers.find(body.transfer_id), body.amount, body.idempotency_key, testClocks.now(undefined)),
      ),
    })),
    endpoint('/transfer/refund/get', ({ refund_id }: OfRefund) => ({ refund: presentRefund(refunds.find(refund_id)) })),
    endpoint('/transfer/refund/cancel', ({ refund_id }: OfRefund) =>
      refunds.cancel(refund_id, testClocks.now(undefined)),
    ),
    ...recurringEndpoints(money),
  ];
}

function recurringEndpoints({ recurring, testClocks, fundingAccountId }: MoneyMovement): Endpoint[] {
  return [
    endpoint(
      '/transfer/recurring/create',
      (
        body: TransferWish &
          OfAccount &
          AtTestClock & { description: string; schedule: TransferSchedule; idempotency_key: string },
        item,
      ) => {
        const { account_id, schedule, idempotency_key, test_clock_id, ...wish } = body;
        const account = accountOf(item, account_id);
        const testClock = test_clock_id === undefined ? undefined : testClocks.find(test_clock_id);
        const { decision, made } = recurring.create({ item, account }, wish, schedule, idempotency_key, testClock);
        return {
          recurring_transfer: made ? recurring.present(made) : null,
          decision: decision.decision,
          decision_rationale: rationaleOf(decision),
        };
      },
      traits,
    ),
    endpoint('/transfer/recurring/get', ({ recurring_transfer_id }: OfRecurring) => ({
      recurring_transfer: recurring.present(recurring.find(recurring_transfer_id)),
    })),
    endpoint(
      '/transfer/recurring/list',
      (body: PageRequest & { start_time?: string; end_time?: string; funding_account_id?: string }) => {
        const wanted = [...recurring.all]
          .reverse()
          .filter(({ createdAt }) => between(createdAt, body.start_time, body.end_time))
          .filter(() => (body.funding_account_id ?? fundingAccountId) === fundingAccountId);
        return { recurring_transfers: pageOf(wanted, body).map(recurring.present) };
      },
    ),
    endpoint('/transfer/recurring/cancel', ({ recurring_transfer_id }: OfRecurring) =>
      recurring.cancel(recurring.find(recurring_transfer_id)),
    ),
  ];
}

/** What can be moved, and the ways into Transfer besides Link. */
export function transferSetupEndpoints(money: MoneyMovement, items: Items, institutions: Institutions): Endpoint[] {
  const { intents, authorizations } = money;
  return [
    endpoint(
      '/transfer/capabilities/get',
      ({ account_id }: OfAccount, item) => {
        const account = accountOf(item, account_id);
        return {
          institution_supported_networks: { rtp: { credit: account.type === 'depository' }, rfp: { debit: false } },
        };
      },
      { product: 'transfer' },
    ),
    // The real test environment has fixed values here, too.
    endpoint('/transfer/metrics/get', () => ({
      daily_debit_transfer_volume: '1234.56',
      daily_credit_transfer_volume: '567.89',
      monthly_transfer_volume: '',
      monthly_debit_transfer_volume: '10000.00',
      monthly_credit_transfer_volume: '2345.67',
      iso_currency_code: 'USD',
      return_rates: {
        last_60d: {
          overall_return_rate: '0.0100',
          unauthorized_return_rate: '0.0010',
          administrative_return_rate: '0.0020',
        },
      },
      authorization_usage: {
        daily_credit_utilization: '0.0114',
        daily_debit_utilization: '0.0247',
        monthly_credit_utilization: '0.0047',
        monthly_debit_utilization: '0.0200',
      },
    })),
    endpoint('/transfer/configuration/get', () => ({
      max_single_transfer_amount: '',
      max_single_transfer_credit_amount: formatCents(limits.single),
      max_single_transfer_debit_amount: formatCents(limits.single),
      max_daily_credit_amount: formatCents(limits.daily),
      max_daily_debit_amount: formatCents(limits.daily),
      max_monthly_amount: '',
      max_monthly_credit_amount: formatCents(limits.monthly),
      max_monthly_debit_amount: formatCents(limits.monthly),
      iso_currency_code: 'USD',
    })),
    endpoint(
      '/transfer/intent/create',
      ({ network = 'same-day-ach', ...body }: Omit<IntentRequest, 'network'> & { network?: string }) => {
        if (network !== 'rtp' && body.ach_class === undefined) refuseMissing('ach_class');
        return { transfer_intent: intents.present(intents.create({ ...body, network }), false) };
      },
    ),
    endpoint('/transfer/intent/get', ({ transfer_intent_id }: { transfer_intent_id: string }) => ({
      transfer_intent: intents.present(intents.find(transfer_intent_id), true),
    })),
    endpoint(
      '/transfer/migrate_account',
      ({
        account_number,
        routing_number,
        account_type,
      }: Record<'account_number' | 'routing_number' | 'account_type', string>) => {
        if (!/^\d{4,17}$/.test(account_number)) refuse('INVALID_ACCOUNT_NUMBER');
        if (!/^\d{9}$/.test(routing_number)) refuse('INVALID_FIELD', 'routing_number must have 9 digits');
        const institution = institutions.find('ins_109508') ?? refuse('INVALID_INSTITUTION');
        const profile = logIn(institution, 'user_good', 'pass_good');
        const item = items.create({ institution, profile, products: ['transfer'], window: {} });
        const account = item.allAccounts().find(({ subtype }) => subtype === account_type);
        const unique = account?.account_id ?? '';
        item.consent.restrict({ accounts: [{ unique_id: unique, authorized: true }], new_accounts: false });
        authorizations.markMigrated(item);
        return { access_token: item.accessToken, account_id: unique };
      },
    ),
  ];
}
