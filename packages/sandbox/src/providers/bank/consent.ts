import type { Clock } from '../../clock.ts';
import type { Random } from '../../random.ts';
import type { Account } from './accounts.ts';
import { dayOf, formatDay } from './days.ts';
import { uuid } from './ids.ts';

const dataKinds = [
  'account_balance_info',
  'account_routing_number',
  'contact_details',
  'transactions',
  'credit_and_loans',
  'investments',
  'payroll_info',
  'transaction_risk_info',
] as const;

/** A kind of data that users are told about when somebody reads it. */
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

// Two partners name the same access in two ways.
const accessToProduct: Partial<Record<string, readonly (keyof ProductAccess)[]>> = {
  auth: ['auth', 'accounts_routing_number'],
  identity: ['identity', 'customers_profiles'],
  transactions: ['transactions', 'accounts_details_transactions'],
  statements: ['statements', 'accounts_statements'],
};

/** Products an application may use; what is unset is allowed. */
export interface ProductAccess {
  readonly statements?: boolean | undefined;
  readonly identity?: boolean | undefined;
  readonly auth?: boolean | undefined;
  readonly transactions?: boolean | undefined;
  readonly accounts_details_transactions?: boolean | undefined;
  readonly accounts_routing_number?: boolean | undefined;
  readonly accounts_statements?: boolean | undefined;
  readonly accounts_tax_statements?: boolean | undefined;
  readonly customers_profiles?: boolean | undefined;
}

/** What a user lets an application see. */
export interface Scopes {
  readonly product_access?: ProductAccess | undefined;
  readonly accounts?: readonly { readonly unique_id: string; readonly authorized?: boolean | undefined }[] | undefined;
  readonly new_accounts?: boolean | undefined;
}

/** What a user did about an application's access. */
export type ActivityKind =
  | 'ITEM_CREATE'
  | 'ITEM_IMPORT'
  | 'ITEM_UPDATE'
  | 'ITEM_REMOVE'
  | 'PORTAL_UNLINK'
  | 'SCOPES_UPDATE';

/** Who asked a user to log in: the institution itself, or the API for it. */
export type Authentication = 'DATA_PARTNER' | 'PLAID';

/** One entry of the log of consent, as the API shows it. */
export interface Activity {
  readonly activity: ActivityKind;
  readonly initiated_date: string;
  readonly id: string;
  readonly initiator: string;
  readonly state: 'SUCCESS';
  readonly target_application_id: string;
  readonly scopes: Scopes | null;
  /** Who asked the user to log in; unset where nobody did. */
  readonly authentication?: Authentication;
}

/** What a user agreed to for one Item, and who looked at what. */
export interface Consent {
  readonly applicationId: string;
  readonly activities: readonly Activity[];
  readonly scopes: Scopes | undefined;
  log(activity: ActivityKind): void;
  /** Replaces what the application may see. */
  restrict(scopes: Scopes): void;
  /** Whether the user lets the application use a product. */
  allows(product: string): boolean;
  /** Whether the user lets the application see an account. */
  shows(account: Account): boolean;
  /** Notes that data of a kind, or of a product, went out. */
  accessed(what: string | undefined): void;
  /** When data of each kind last went out, in the API's shape. */
  accessTimes(): Record<DataKind, string | null>;
}

/** The consent of a new Item, given just now by one application's user. */
export function createConsent(
  clock: Clock,
  draw: Random,
  applicationId: string,
  authentication: Authentication,
): Consent {
  const activities: Activity[] = [];
  const times = new Map<string, string>();
  let scopes: Scopes | undefined;

  function log(activity: ActivityKind): void {
    activities.push({
      activity,
      initiated_date: formatDay(dayOf(clock.now())),
      id: uuid(draw),
      initiator: applicationId,
      state: 'SUCCESS',
      target_application_id: applicationId,
      scopes: scopes ?? null,
      ...((activity === 'ITEM_CREATE' || activity === 'ITEM_UPDATE') && { authentication }),
    });
  }
  return {
    applicationId,
    activities,
    get scopes() {
      return scopes;
    },
    log,
    restrict(wanted) {
      scopes = wanted;
      log('SCOPES_UPDATE');
    },
    allows: (product) => !accessToProduct[product]?.some((access) => scopes?.product_access?.[access] === false),
    shows({ account_id }) {
      const listed = scopes?.accounts?.find(({ unique_id }) => unique_id === account_id);
      // An account the list does not name counts as one that was opened later.
      return (listed ? listed.authorized : scopes?.accounts && scopes.new_accounts) ?? true;
    },
    accessed(what = '') {
      times.set(kindOfProduct[what] ?? what, new Date(clock.now()).toISOString());
    },
    accessTimes: () =>
      Object.fromEntries(dataKinds.map((kind) => [kind, times.get(kind) ?? null])) as Record<DataKind, string | null>,
  };
}
