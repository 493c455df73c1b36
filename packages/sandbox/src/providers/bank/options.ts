import type { SandboxContext } from '../../context.ts';
import { type Limits, numbersOf } from '../../limiter.ts';

/** How the bank-data API of the sandbox behaves. Unset members are as the real API's test environment has them. */
export interface BankSandboxOptions {
  /** Id of the one registered client. Default `sandboxbankclientid00000`. */
  clientId?: string;
  /** Its secret. Default `sandboxbanksecret0000000000000`. */
  secret?: string;
  /**
   * Products the client may ask for. Default: transactions, auth, identity, investments, liabilities, assets, signal,
   * statements and investments_auth.
   */
  products?: readonly string[];
  /** Number of institutions, the 15 documented ones included. Default 120. */
  institutions?: number;

  /** Transactions of each of the two Items that are linked from the start, over two years; 0 to 100,000. Default 1,250. */
  transactionsPerItem?: number;
  /**
   * Transactions that a newly linked Item of `user_good` would have over 730 days; it gets those of its `days_requested`
   * (default 90 days). 0 to 100,000. Default 108.
   */
  staticTransactions?: number;
  /** The same for the other test users, whose histories are livelier. Default 730. */
  dynamicTransactions?: number;

  /** `true`: the history of a new Item is there at its first transactions call. Default `false`: that call is too early when it comes within 5 seconds. */
  readyAtOnce?: boolean;
  /** Milliseconds until the last 30 days of a new Item are there; its first transactions call within 5 seconds is too early anyway. Default 0. */
  readyAfterMs?: number;
  /** Further milliseconds until the rest of its history is there. Default 0. */
  historyAfterMs?: number;
  /** Milliseconds until `/transactions/refresh` has changed something. Default 0: at once, the webhooks right after. */
  refreshAfterMs?: number;
  /** Milliseconds until an asset report is there; its fast version takes half of them. Default 5,000. */
  assetReportAfterMs?: number;

  /** Lifetime of public tokens in milliseconds. Default 1,800,000 (30 minutes). */
  publicTokenMs?: number;
  /** Lifetime of link tokens in milliseconds. Default 14,400,000 (4 hours). */
  linkTokenMs?: number;
  /** Lifetime of link tokens of update mode in milliseconds. Default 1,800,000 (30 minutes). */
  updateLinkTokenMs?: number;
  /** Milliseconds until an Item wants a new login; `Infinity`: never. Default 2,592,000,000 (30 days). */
  loginRequiredAfterMs?: number;
}

/** Limits of the bank-data API, by path; paths left out keep the documented limits of the test environment. */
export type BankLimits = Readonly<Record<string, BankRateLimit>>;

/** How often an endpoint may be called in a minute. Unset members: without limit. */
export interface BankRateLimit {
  readonly item?: number;
  readonly client?: number;
}

/** The options with every default filled in. */
export interface Settings extends Required<BankSandboxOptions> {
  /** Limits in place of the documented ones; undefined: nothing is limited. */
  limits: BankLimits | undefined;
}

const day = 86_400_000;

/** Fills in the defaults; throws `RangeError` for numbers that cannot be. */
export function resolveOptions({
  limits,
  ...options
}: BankSandboxOptions & { limits?: Limits<BankLimits> | undefined }): Settings {
  const settings: Settings = {
    clientId: 'sandboxbankclientid00000',
    secret: 'sandboxbanksecret0000000000000',
    products: [
      'transactions',
      'auth',
      'identity',
      'investments',
      'liabilities',
      'assets',
      'signal',
      'statements',
      'investments_auth',
    ],
    institutions: 120,
    transactionsPerItem: 1_250,
    staticTransactions: 108,
    dynamicTransactions: 730,
    readyAtOnce: false,
    readyAfterMs: 0,
    historyAfterMs: 0,
    refreshAfterMs: 0,
    assetReportAfterMs: 5_000,
    publicTokenMs: day / 48,
    linkTokenMs: day / 6,
    updateLinkTokenMs: day / 48,
    loginRequiredAfterMs: 30 * day,
    ...options,
    limits: numbersOf(limits) as BankLimits | undefined,
  };
  for (const size of ['transactionsPerItem', 'staticTransactions', 'dynamicTransactions'] as const)
    inRange(size, settings[size], 0, 100_000);
  inRange('institutions', settings.institutions, 15, 10_000);
  for (const time of ['readyAfterMs', 'historyAfterMs', 'refreshAfterMs', 'assetReportAfterMs'] as const)
    inRange(time, settings[time], 0, 365 * day);
  return settings;
}

function inRange(name: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new RangeError(`bank.${name} takes a whole number from ${min} to ${max}, got ${value}`);
}

/** What the client of the bank-data API takes. */
export interface BankClientOptions {
  baseUrl: string;
  clientId: string;
  secret: string;
}

/** The options of a client of this sandbox. */
export const clientOptions = ({ baseUrl }: SandboxContext, { clientId, secret }: Settings): BankClientOptions => ({
  baseUrl: baseUrl(),
  clientId,
  secret,
});
