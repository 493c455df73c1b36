import type { BankErrorCode } from '../errors.ts';
import type { BankRateLimit } from '../options.ts';
import data from './bank.json' with { type: 'json' };

/** A test institution with a fixed id, which the documentation of the test environment names. */
export interface NamedInstitution {
  readonly id: string;
  readonly name: string;
  readonly country: 'US' | 'CA' | 'GB';
  readonly oauth?: boolean;
  readonly status?: 'DEGRADED' | 'DOWN';
  /** It can no longer be linked. */
  readonly unsupported?: boolean;
}

/** Kind of account that a login has. */
export interface AccountKind {
  readonly name: string;
  readonly official: string | null;
  readonly type: 'depository' | 'credit' | 'loan' | 'investment';
  readonly subtype: string;
  readonly mask: string;
  readonly available: number | null;
  readonly current: number;
  readonly limit?: number;
  readonly apy?: number;
  /** Default `personal`. */
  readonly holder_category?: 'business';
}

/** Who money goes to or comes from, and how much at a time. */
export interface Merchant {
  readonly name: string;
  /** Detailed personal finance category; it starts with its primary category. */
  readonly category: string;
  readonly channel: 'online' | 'in store' | 'other';
  /** Cents, positive when money leaves the account. */
  readonly low: number;
  readonly high: number;
  /** Kinds of accounts it appears on. */
  readonly accounts: 'spending' | 'savings' | 'loan';
}

/** A payment that comes back. */
export interface RecurringPayment extends Omit<Merchant, 'accounts'> {
  readonly frequency: 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY' | 'ANNUALLY';
}

/** Something an investment account can hold. */
export interface SecurityData {
  readonly name: string;
  readonly ticker: string;
  /** Its trading symbol where that is not the ticker, which then only identifies it. */
  readonly symbol?: string | null;
  /** Default: the account's. */
  readonly currency?: string;
  readonly type: 'equity' | 'etf' | 'mutual fund' | 'fixed income';
  readonly subtype: string;
  /** Cents. */
  readonly price: number;
  readonly market: string | null;
  readonly sector: string | null;
  readonly industry: string | null;
  readonly cfi: string | null;
  /** Yearly yield, as a fraction of its value. */
  readonly yield: number;
  /** Only of fixed income: percent a year, and its first and last day. */
  readonly coupon: { readonly percentage: number; readonly issued: string; readonly matures: string } | null;
}

/** The invented people, places and businesses of the bank-data API, and its documented institutions and categories. */
interface BankData {
  /** The default first. */
  readonly institutions: readonly NamedInstitution[];
  /** First and second halves of invented institution names. */
  readonly institutionPlaces: readonly string[];
  readonly institutionKinds: readonly string[];
  /** Those that the logins of the real test environment have, in their order. */
  readonly accounts: readonly AccountKind[];
  readonly givenNames: readonly string[];
  readonly familyNames: readonly string[];
  readonly streets: readonly string[];
  /** City, region, postal code, latitude, longitude. */
  readonly cities: readonly (readonly [string, string, string, number, number])[];
  readonly merchants: readonly Merchant[];
  /** The most common first. */
  readonly recurringPayments: readonly RecurringPayment[];
  /** A few of the legacy categories, which are deprecated: id, group and path, as `a > b`. */
  readonly categories: readonly (readonly [string, string, string])[];
  /** The legacy category that comes nearest to a primary personal finance category. */
  readonly categoryOfPrimary: Readonly<Record<string, string>>;
  readonly securities: readonly SecurityData[];
  /** Fields that all debts of a kind share. */
  readonly liabilities: Readonly<Record<'credit' | 'student' | 'mortgage', object>>;
  /** Requests a minute in the test environment, by path. Without a code of its own a path responds with RATE_LIMIT. */
  readonly rateLimiter: Readonly<Record<string, BankRateLimit & { readonly code?: BankErrorCode }>>;
}

export const bankData = data as unknown as BankData;

const primaryCategories = Object.keys(bankData.categoryOfPrimary);

/** The primary category of a detailed one. */
export const primaryOf = (category: string): string =>
  primaryCategories.find((each) => category.startsWith(`${each}_`)) ?? category;

/** Data about a merchant. */
export type KnownMerchant = Pick<Merchant, 'name' | 'category' | 'channel'>;

const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '');
// A longer name carries more detail: a refund names its merchant too.
const known = [...bankData.merchants, ...bankData.recurringPayments]
  .map((merchant: KnownMerchant) => ({ merchant, letters: letters(merchant.name) }))
  .sort((a, b) => b.letters.length - a.letters.length);

/** The merchant that a description names; one without a name of its own where it names none that is known. */
export function merchantOf(description: string, isInflow: boolean): KnownMerchant {
  const text = letters(description);
  const found = known.find((each) => text.includes(each.letters))?.merchant;
  const category = isInflow ? 'INCOME_OTHER_INCOME' : 'GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE';
  return found ?? { name: description, category, channel: 'other' };
}
