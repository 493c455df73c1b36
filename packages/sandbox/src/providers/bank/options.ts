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

/** How the bank-data API of the sandbox behaves. Unset members are as the real API's test environment has them. */
export interface BankSandboxOptions {
  /** Id of the one registered client. Default `sandboxbankclientid00000`. */
  clientId?: string | undefined;
  /** Its secret. Default `sandboxbanksecret0000000000000`. */
  clientSecret?: string | undefined;
  /**
   * Products the client may ask for. Default: transactions, auth, identity, investments, liabilities, assets, signal,
   * statements, investments_auth, transfer, payment_initiation, identity_verification, income_verification and
   * employment.
   */
  products?: readonly string[] | undefined;
  /**
   * URL for the webhooks whose address the dashboard sets: those about verifications of identity, about screenings,
   * about recurring transfers, and about the income of Items without an address of their own. Default: none are sent.
   */
  webhook?: string | undefined;
  /** Ids of the templates of identity verification. Default: `flwtmp_aWogUuKsL6NEHU`. */
  identityTemplates?: readonly string[] | undefined;
  /**
   * Ids of the programs of watchlist screening: `prg_…` for people, `entprg_…` for organizations. Default:
   * `prg_egdF5fGjY8fWqk` and `entprg_2eRPsDnL66rZ7H`.
   */
  watchlistPrograms?: readonly string[] | undefined;
  /**
   * Your own users by username. Each logs in with any password that is not empty, as `options.override_username` of
   * `/sandbox/public_token/create` or in Link. Default: none. The configuration can also be the password of
   * `user_custom`.
   */
  users?: Readonly<Record<string, BankUserConfiguration>> | undefined;
  /** Number of institutions, the 15 documented ones included. Default 120. */
  institutions?: number | undefined;

  /**
   * Transactions of each of the two Items that are linked from the start, over two years; 0 to 100,000. Default 1,250.
   */
  transactionsPerItem?: number | undefined;
  /**
   * Transactions over 730 days of each new Item of `user_good` and of your own users. An Item gets the part that falls
   * into its `days_requested` (default 90 days). 0 to 100,000. Default 108.
   */
  staticTransactions?: number | undefined;
  /**
   * Transactions over 730 days of each new Item of the other test users, such as `user_yuppie`. The history of
   * `user_transactions_dynamic` grows with each `transactions.refresh`. An Item gets the part that falls into its
   * `days_requested` (default 90 days). 0 to 100,000. Default 730.
   */
  dynamicTransactions?: number | undefined;

  /**
   * `true`: the history of a new Item is there at its first transactions call. Default `false`: that call is too early
   * when it comes within 5 seconds.
   */
  readyAtOnce?: boolean | undefined;
  /**
   * Milliseconds until the last 30 days of a new Item are there; its first transactions call within 5 seconds is too
   * early anyway. Default 0.
   */
  readyAfterMs?: number | undefined;
  /** Further milliseconds until the rest of its history is there. Default 0. */
  historyAfterMs?: number | undefined;
  /** Milliseconds until `/transactions/refresh` has changed something. Default 0: at once, the webhooks right after. */
  refreshAfterMs?: number | undefined;
  /** Milliseconds until an asset report is there; its fast version takes half of them. Default 5,000. */
  assetReportAfterMs?: number | undefined;

  /** Milliseconds until the income of a new Item can be read. Default 0. */
  incomeAfterMs?: number | undefined;

  /** Lifetime of public tokens in milliseconds. Default 1,800,000 (30 minutes). */
  publicTokenMs?: number | undefined;
  /** Lifetime of link tokens in milliseconds. Default 14,400,000 (4 hours). */
  linkTokenMs?: number | undefined;
  /** Lifetime of link tokens of update mode in milliseconds. Default 1,800,000 (30 minutes). */
  updateLinkTokenMs?: number | undefined;
  /** Milliseconds until an Item wants a new login; `Infinity`: never. Default 2,592,000,000 (30 days). */
  loginRequiredAfterMs?: number | undefined;
}

/** Limits of the bank-data API, by path; paths left out keep the documented limits of the test environment. */
export type BankLimits = Readonly<Record<string, BankRateLimit>>;

/** How often an endpoint may be called in a minute. Unset members: without limit. */
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
  /** Limits in place of the documented ones; undefined: nothing is limited. */
  limits: BankLimits | undefined;
}

const day = 86_400_000;

const aUrl = text('a URL that starts with http:// or https://', /^https?:/, (url) => URL.canParse(url));
const size = wholeNumber(0, 100_000);
const delay = wholeNumber(0, 365 * day);
const lifetime = numberFrom0('a number of milliseconds');

const rateLimitRules = { item: lifetime, client: lifetime } satisfies RulesOf<BankRateLimit>;

const pathLimits = 'an object of paths, each with { item, client }: how many requests a minute may have';

/** Rule of the option `limits`. Paths are checked later, where they are known. */
export const bankLimitsRule: Rule = offRealOr(pathLimits, recordOf(pathLimits, objectWith(rateLimitRules)));

/** Rules of the options. */
export const bankRules = {
  clientId: aString,
  clientSecret: aString,
  products: strings,
  webhook: aUrl,
  identityTemplates: strings,
  watchlistPrograms: listOf('program ids, prg_… or entprg_…', text('a program id, prg_… or entprg_…', /^(ent)?prg_./)),
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
    if (username === '') throw invalid('bank.users must have usernames that are not empty');
    if (username === 'user_custom')
      throw invalid(`${place} must have another name: user_custom brings its configuration as its password`);
    const user = readCustomUser(configuration, place, false);
    if (typeof user === 'string') throw invalid(user);
    return user;
  };
  return Object.fromEntries(Object.entries(users).map(([username, user]) => [username, read(username, user)]));
}

const allProducts =
  'transactions auth identity investments liabilities assets signal statements investments_auth transfer payment_initiation identity_verification income_verification employment';

/** Checks the options, and fills in the defaults. Throws as `readOptions` does. */
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

/** Options of the bank client that lead to this sandbox. */
export interface BankClientOptions {
  /** Base URL of the API in the sandbox. */
  baseUrl: string;
  /** Client ID of the application. */
  clientId: string;
  /** Secret of the application. */
  clientSecret: string;
}

/** The options of a client of this sandbox. */
export const clientOptions = (
  { baseUrl }: SandboxContext,
  { clientId, clientSecret }: Settings,
): BankClientOptions => ({
  baseUrl: baseUrl(),
  clientId,
  clientSecret,
});
