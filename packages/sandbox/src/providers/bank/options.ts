import {
  anObject,
  aString,
  type Filled,
  invalid,
  listOf,
  numberFrom0,
  objectWith,
  offRealOr,
  type Rule,
  type RulesOf,
  readOptions,
  recordOf,
  strings,
  text,
  trueOrFalse,
  wholeNumber,
} from '../../shared/check-fields.ts';
import type { SandboxContext } from '../../shared/context.ts';
import { type Limits, numbersOf } from '../../shared/limits.ts';
import type { CustomUser } from './own-data.ts';
import { readCustomUser } from './own-data.ts';
import type { BankUserConfiguration } from './own-records.ts';

/** Options of the bank-data API in the sandbox. Unset options behave like the real API's test environment. */
export interface BankSandboxOptions {
  /** ID of the only registered client. Default `sandboxbankclientid00000`. */
  clientId?: string | undefined;
  /** Secret of the client. Default `sandboxbanksecret0000000000000`. */
  clientSecret?: string | undefined;
  /**
   * Products the client may ask for. Default: transactions, auth, identity, investments, liabilities, assets, signal,
   * statements, investments_auth, transfer, payment_initiation, identity_verification, income_verification and
   * employment.
   */
  products?: readonly string[] | undefined;
  /**
   * URL for the webhooks that the real API sends to the address set in its dashboard: those about identity
   * verifications, screenings, recurring transfers, and the income of Items without a webhook URL of their own.
   * Default: none are sent.
   */
  webhook?: string | undefined;
  /** IDs of the identity verification templates. Default: `flwtmp_aWogUuKsL6NEHU`. */
  identityTemplates?: readonly string[] | undefined;
  /**
   * IDs of the watchlist screening programs: `prg_…` for people, `entprg_…` for organizations. Default:
   * `prg_egdF5fGjY8fWqk` and `entprg_2eRPsDnL66rZ7H`.
   */
  watchlistPrograms?: readonly string[] | undefined;
  /**
   * Your own users, by username. They log in with any non-empty password, either as `options.override_username` of
   * `/sandbox/public_token/create` or in Link. A configuration can also be the password of `user_custom`. Default:
   * none.
   */
  users?: Readonly<Record<string, BankUserConfiguration>> | undefined;
  /** Number of institutions, including the 15 documented ones. Default 120. */
  institutions?: number | undefined;

  /**
   * Number of transactions over two years for each of the two Items that are linked from the start, 0 to 100,000.
   * Default 1,250.
   */
  transactionsPerItem?: number | undefined;
  /**
   * Number of transactions over 730 days for each new Item of `user_good` and of your own users, 0 to 100,000. An Item
   * gets those within its `days_requested` (default 90 days). Default 108.
   */
  staticTransactions?: number | undefined;
  /**
   * Number of transactions over 730 days for each new Item of the other test users, such as `user_yuppie`, 0 to
   * 100,000. An Item gets those within its `days_requested` (default 90 days). The history of
   * `user_transactions_dynamic` grows with each `transactions.refresh`. Default 730.
   */
  dynamicTransactions?: number | undefined;

  /**
   * Whether a new Item's history is ready at its first transactions call. Default `false`: a first call within 5
   * seconds is too early.
   */
  readyAtOnce?: boolean | undefined;
  /**
   * Milliseconds until a new Item's last 30 days are ready. A first transactions call within 5 seconds is too early
   * regardless. Default 0.
   */
  readyAfterMs?: number | undefined;
  /** Additional milliseconds until the rest of the history is ready. Default 0. */
  historyAfterMs?: number | undefined;
  /** Milliseconds until `/transactions/refresh` takes effect. Default 0: immediately, with the webhooks right after. */
  refreshAfterMs?: number | undefined;
  /** Milliseconds until an asset report is ready. The fast version takes half as long. Default 5,000. */
  assetReportAfterMs?: number | undefined;

  /** Milliseconds until a new Item's income is ready. Default 0. */
  incomeAfterMs?: number | undefined;

  /** Lifetime of public tokens in milliseconds. Default 1,800,000 (30 minutes). */
  publicTokenMs?: number | undefined;
  /** Lifetime of link tokens in milliseconds. Default 14,400,000 (4 hours). */
  linkTokenMs?: number | undefined;
  /** Lifetime of link tokens for update mode in milliseconds. Default 1,800,000 (30 minutes). */
  updateLinkTokenMs?: number | undefined;
  /** Milliseconds until an Item requires a new login; `Infinity` for never. Default 2,592,000,000 (30 days). */
  loginRequiredAfterMs?: number | undefined;
}

/** Rate limits of the bank-data API, by path. Paths left out keep the test environment's documented limits. */
export type BankLimits = Readonly<Record<string, BankRateLimit>>;

/** Rate limit of an endpoint. Unset members mean no limit. */
export interface BankRateLimit {
  /** Requests per minute for each Item. */
  readonly item?: number | undefined;
  /** Requests per minute for the client as a whole. */
  readonly client?: number | undefined;
}

/** The options with every default filled in. */
export interface Settings extends Filled<Omit<BankSandboxOptions, 'webhook' | 'users'>> {
  webhook: string | undefined;
  /** Your own users, by username. */
  users: Readonly<Record<string, CustomUser>>;
  /** Limits that replace the documented ones. Undefined means that nothing is limited. */
  limits: BankLimits | undefined;
}

const day = 86_400_000;

const aUrl = text('a URL that starts with http:// or https://', /^https?:/, (url) => URL.canParse(url));
const size = wholeNumber(0, 100_000);
const delay = wholeNumber(0, 365 * day);
const lifetime = numberFrom0('a number of milliseconds');

const rateLimitRules = { item: lifetime, client: lifetime } satisfies RulesOf<BankRateLimit>;

const pathLimits = 'an object of paths, each with { item, client }, the requests per minute';

/** Rule of the option `limits`. Paths are checked later, once the endpoints are known. */
export const bankLimitsRule: Rule = offRealOr(pathLimits, recordOf(pathLimits, objectWith(rateLimitRules)));

/** Rules of the options. */
export const bankRules = {
  clientId: aString,
  clientSecret: aString,
  products: strings,
  webhook: aUrl,
  identityTemplates: strings,
  watchlistPrograms: listOf('program IDs, prg_… or entprg_…', text('a program ID, prg_… or entprg_…', /^(ent)?prg_./)),
  users: anObject, // `readUsers` checks them
  institutions: wholeNumber(15, 10_000),
  transactionsPerItem: size,
  staticTransactions: size,
  dynamicTransactions: size,
  readyAtOnce: trueOrFalse,
  readyAfterMs: delay,
  historyAfterMs: delay,
  refreshAfterMs: delay,
  assetReportAfterMs: delay,
  incomeAfterMs: delay,
  publicTokenMs: lifetime,
  linkTokenMs: lifetime,
  updateLinkTokenMs: lifetime,
  loginRequiredAfterMs: lifetime,
} satisfies RulesOf<BankSandboxOptions>;

function readUsers(users: Readonly<Record<string, unknown>>): Settings['users'] {
  const read = (username: string, configuration: unknown): CustomUser => {
    const place = /^[\w$]+$/.test(username) ? `bank.users.${username}` : `bank.users[${JSON.stringify(username)}]`;
    if (username === '') throw invalid('bank.users must not have an empty username');
    if (username === 'user_custom')
      throw invalid(`${place} must have another name; user_custom takes its configuration from its password`);
    const user = readCustomUser(configuration, place, false);
    if (typeof user === 'string') throw invalid(user);
    return user;
  };
  return Object.fromEntries(Object.entries(users).map(([username, user]) => [username, read(username, user)]));
}

const allProducts =
  'transactions auth identity investments liabilities assets signal statements investments_auth transfer payment_initiation identity_verification income_verification employment';

/** Checks the options and fills in the defaults. Throws like `readOptions`. */
export function resolveOptions({
  limits,
  ...options
}: BankSandboxOptions & { limits?: Limits<BankLimits> | undefined }): Settings {
  const { users = {}, ...settings } = readOptions('bank', options, bankRules) as BankSandboxOptions;
  return {
    clientId: 'sandboxbankclientid00000',
    clientSecret: 'sandboxbanksecret0000000000000',
    products: allProducts.split(' '),
    webhook: undefined,
    identityTemplates: ['flwtmp_aWogUuKsL6NEHU'],
    watchlistPrograms: ['prg_egdF5fGjY8fWqk', 'entprg_2eRPsDnL66rZ7H'],
    institutions: 120,
    transactionsPerItem: 1_250,
    staticTransactions: 108,
    dynamicTransactions: 730,
    readyAtOnce: false,
    readyAfterMs: 0,
    historyAfterMs: 0,
    refreshAfterMs: 0,
    assetReportAfterMs: 5_000,
    incomeAfterMs: 0,
    publicTokenMs: day / 48,
    linkTokenMs: day / 6,
    updateLinkTokenMs: day / 48,
    loginRequiredAfterMs: 30 * day,
    ...(settings as Partial<Settings>),
    users: readUsers(users),
    limits: numbersOf(limits) as BankLimits | undefined,
  };
}

/** Options that point the bank client to this sandbox. */
export interface BankClientOptions {
  /** Base URL of the API in the sandbox. */
  baseUrl: string;
  /** Client ID of the application. */
  clientId: string;
  /** Secret of the application. */
  clientSecret: string;
}

export const clientOptions = (
  { baseUrl }: SandboxContext,
  { clientId, clientSecret }: Settings,
): BankClientOptions => ({
  baseUrl: baseUrl(),
  clientId,
  clientSecret,
});
