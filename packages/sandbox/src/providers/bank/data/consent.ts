import type { Clock } from '../../../shared/clock.ts';
import type { Random } from '../../../shared/random.ts';
import { uuid } from '../ids.ts';
import type { Account } from './accounts.ts';
import { dayOf, formatDay } from './days.ts';

/** Kinds of data whose use is reported to users. */
export const dataKinds = [
  'account_balance_info',
  'account_routing_number',
  'contact_details',
  'transactions',
  'credit_and_loans',
  'investments',
  'payroll_info',
  'transaction_risk_info',
] as const;

export type DataKind = (typeof dataKinds)[number];

const kindOfProduct: Partial<Record<string, DataKind>> = {
  auth: 'account_routing_number',
  identity: 'contact_details',
  transactions: 'transactions',
  liabilities: 'credit_and_loans',
  investments: 'investments',
  investments_auth: 'investments',
  signal: 'transaction_risk_info',
};

// Two partners have different names for the same access.
const accessToProduct: Readonly<Record<string, readonly string[]>> = {
  auth: ['auth', 'accounts_routing_number'],
  identity: ['identity', 'customers_profiles'],
  transactions: ['transactions', 'accounts_details_transactions'],
  statements: ['statements', 'accounts_statements'],
};

/** Data that a user lets an application see. */
export interface Scopes {
  /** Products it may use, under the names of two partners. Unset products are allowed. */
  readonly product_access?: Readonly<Record<string, boolean>>;
  readonly accounts?: readonly { readonly unique_id: string; readonly authorized?: boolean | undefined }[] | undefined;
  readonly new_accounts?: boolean | undefined;
}

/** Returns scopes that let an application see only the accounts with these IDs. */
export const onlyAccounts = (accounts: readonly Account[], ids: readonly string[]): Scopes => ({
  accounts: accounts.map(({ account_id }) => ({ unique_id: account_id, authorized: ids.includes(account_id) })),
  new_accounts: false,
});

/** A user's change to an application's access. */
export type ActivityKind =
  | 'ITEM_CREATE'
  | 'ITEM_IMPORT'
  | 'ITEM_UPDATE'
  | 'ITEM_REMOVE'
  | 'PORTAL_UNLINK'
  | 'SCOPES_UPDATE';

export type Consent = ReturnType<typeof createConsent>;

/**
 * Creates the record of a user's consents for an Item and of who read which data. The first consent, just now, is to
 * one application.
 *
 * @param authentication Who asked the user to log in: the institution itself, or the API on its behalf.
 */
export function createConsent(
  clock: Clock,
  draw: Random,
  applicationId: string,
  authentication: 'DATA_PARTNER' | 'PLAID',
) {
  const activities: { readonly activity: ActivityKind }[] = [];
  const times = new Map<string, string>();
  let scopes: Scopes | undefined;

  function log(activity: ActivityKind): void {
    const shown = {
      activity,
      initiated_date: formatDay(dayOf(clock.now())),
      id: uuid(draw),
      initiator: applicationId,
      state: 'SUCCESS',
      target_application_id: applicationId,
      scopes: scopes ?? null,
      ...((activity === 'ITEM_CREATE' || activity === 'ITEM_UPDATE') && { authentication }),
    };
    activities.push(shown);
  }
  return {
    applicationId,
    /** The log, as the API shows it. */
    activities: activities as readonly (typeof activities)[number][],
    /** Data the application may see. Unset: everything. */
    get scopes() {
      return scopes;
    },
    log,
    /** Replaces the application's scopes. */
    restrict(wanted: Scopes): void {
      scopes = wanted;
      log('SCOPES_UPDATE');
    },
    /** Whether the user lets the application use a product. */
    allows: (product: string): boolean =>
      !accessToProduct[product]?.some((access) => scopes?.product_access?.[access] === false),
    /** Whether the user lets the application see an account. */
    shows({ account_id }: Account): boolean {
      const listed = scopes?.accounts?.find(({ unique_id }) => unique_id === account_id);
      // An account missing from the list counts as opened later.
      return (listed ? listed.authorized : scopes?.accounts && scopes.new_accounts) ?? true;
    },
    /** Records that the application read data of a kind or a product. */
    accessed(what = ''): void {
      times.set(kindOfProduct[what] ?? what, new Date(clock.now()).toISOString());
    },
    /** Returns when the application last read data of a kind. */
    accessedAt: (kind: DataKind) => times.get(kind),
  };
}
