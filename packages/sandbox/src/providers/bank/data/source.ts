import type { BankErrorCode } from '../errors.ts';
import type { BankRateLimit } from '../options.ts';
import data from './bank.json' with { type: 'json' };

/** A test institution with a fixed ID, from the test environment's documentation. */
export interface NamedInstitution {
  readonly id: string;
  readonly name: string;
  readonly country: 'US' | 'CA' | 'GB';
  readonly oauth?: boolean;
  readonly status?: 'DEGRADED' | 'DOWN';
  /** Whether it can no longer be linked. */
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

/** Business or person that money goes to or comes from, and the range of amounts. */
export interface Merchant {
  readonly name: string;
  /** Detailed personal finance category, which starts with its primary category. */
  readonly category: string;
  readonly channel: 'online' | 'in store' | 'other';
  /** Cents, positive when money leaves the account. */
  readonly low: number;
  readonly high: number;
  /** Kinds of accounts it appears in. */
  readonly accounts: 'spending' | 'savings' | 'loan';
}

/** A payment at regular intervals. */
export interface RecurringPayment extends Omit<Merchant, 'accounts'> {
  readonly frequency: 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY' | 'ANNUALLY';
}

/** Something an investment account can hold. */
export interface SecurityData {
  readonly name: string;
  readonly ticker: string;
  /** Trading symbol if it differs from the ticker, which then serves only as an ID. */
  readonly symbol?: string | null;
  /** Default: the account's currency. */
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
  /** Only for fixed income: percent per year, issue date and maturity date. */
  readonly coupon: { readonly percentage: number; readonly issued: string; readonly matures: string } | null;
}

/** The invented people, places and businesses of the bank-data API, and its documented institutions and categories. */
interface BankData {
  /** Documented institutions, the default one first. */
  readonly institutions: readonly NamedInstitution[];
  /** First and second halves of invented institution names. */
  readonly institutionPlaces: readonly string[];
  readonly institutionKinds: readonly string[];
  /** Accounts of a login in the real test environment, in the same order. */
  readonly accounts: readonly AccountKind[];
  readonly givenNames: readonly string[];
  readonly familyNames: readonly string[];
  readonly streets: readonly string[];
  /** City, region, postal code, latitude, longitude. */
  readonly cities: readonly (readonly [string, string, string, number, number])[];
  readonly merchants: readonly Merchant[];
  /** Recurring payments, the most common first. */
  readonly recurringPayments: readonly RecurringPayment[];
  /** Some of the deprecated legacy categories: ID, group and path, such as `a > b`. */
  readonly categories: readonly (readonly [string, string, string])[];
  /** Legacy category that is closest to each primary personal finance category. */
  readonly categoryOfPrimary: Readonly<Record<string, string>>;
  readonly securities: readonly SecurityData[];
  /** Fields that all debts of a kind share. */
  readonly liabilities: Readonly<Record<'credit' | 'student' | 'mortgage', object>>;
  /** Requests per minute in the test environment, by path. Paths without an error code respond with RATE_LIMIT. */
  readonly rateLimiter: Readonly<Record<string, BankRateLimit & { readonly code?: BankErrorCode }>>;
}

export const bankData = data as unknown as BankData;

const primaryCategories = Object.keys(bankData.categoryOfPrimary);

/** Returns the primary category of a detailed one. */
export const primaryOf = (category: string): string =>
  primaryCategories.find((each) => category.startsWith(`${each}_`)) ?? category;

/** Data about a merchant. */
export type KnownMerchant = Pick<Merchant, 'name' | 'category' | 'channel'>;

const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '');
// Longer names come first because they are more specific: a refund's name includes its merchant's name.
const known = [...bankData.merchants, ...bankData.recurringPayments]
  .map((merchant: KnownMerchant) => ({ merchant, letters: letters(merchant.name) }))
  .sort((a, b) => b.letters.length - a.letters.length);

/** Returns the merchant that a description names, or one named after the description if it names no known merchant. */
export function merchantOf(description: string, isInflow: boolean): KnownMerchant {
  const text = letters(description);
  const found = known.find((each) => text.includes(each.letters))?.merchant;
  const category = isInflow ? 'INCOME_OTHER_INCOME' : 'GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE';
  return found ?? { name: description, category, channel: 'other' };
}
