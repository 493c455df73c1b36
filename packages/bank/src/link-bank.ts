import { ApiError, type Clock, type ErrorCode, isApiError, type ParamsOf, type SecretStore } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { pause } from '@x/core/provider';
import type { BankClient } from './client.ts';
import type { LinkSession } from './records/link.ts';

/** Methods of a client that {@link linkBank} uses. */
export interface LinkBankClient {
  /** Creates and reads sessions of Link. */
  readonly link: Pick<BankClient['link'], 'createToken' | 'createUpdateToken' | 'getToken'>;
  /** Exchanges public tokens, and removes Items. */
  readonly item: Pick<BankClient['item'], 'exchangePublicToken' | 'remove'>;
  /** Logs in to a test bank without a browser. */
  readonly sandbox: Pick<BankClient['sandbox'], 'createPublicToken'>;
}

/** Params of `link.createToken` that {@link linkBank} does not set itself. */
export type LinkBankSettings = Partial<
  Omit<ParamsOf<BankClient['link']['createToken']>, 'hosted_link' | 'enable_multi_item_link'>
>;

/** Options of {@link linkBank}. */
export interface LinkBankOptions {
  /** Your own name for the bank login, under which `items` stores its access token, for `withItem`. */
  name: string;
  /** Store of access tokens: the client's option `items`. */
  items: SecretStore;
  /**
   * Shows the address of the page on which the person connects their bank, for example with `showAddress` from
   * `@x/oauth/terminal`. Required unless `institution` is set.
   */
  show?: ((address: string) => unknown) | undefined;
  /**
   * Whether to repair the login that is stored under `name`, after a call on it failed with `reauthorization_required`.
   * Its access token stays the same. Default `false`: a new login, whose name must be free.
   */
  repair?: boolean | undefined;
  /** ID of an institution to log in to without a browser, such as `ins_109508`. Only in Plaid's Sandbox. */
  institution?: string | undefined;
  /**
   * Settings of Link. Default: `client_name` "Bank login", `language` "en", `country_codes` ["US"], `products`
   * ["transactions"], and `name` as the `client_user_id` of the user.
   */
  settings?: LinkBankSettings | undefined;
  /** Milliseconds in which the person must connect their bank, at most 21 days. Default 1,800,000 (30 minutes). */
  timeoutMs?: number | undefined;
  /** Ends the wait for the person. */
  signal?: AbortSignal | undefined;
  /** Clock for the wait, for tests. Default: the real time. */
  clock?: Clock | undefined;
}

const linkBankRules = {
  name: optionKind.required(optionKind.string),
  items: optionKind.required(optionKind.objectWith('a secret store', ['get', 'set', 'delete'])),
  show: optionKind.function,
  repair: optionKind.boolean,
  institution: optionKind.string,
  settings: optionKind.checkedLater,
  timeoutMs: optionKind.milliseconds,
  signal: optionKind.signal,
  clock: optionKind.clock,
} satisfies RulesOf<LinkBankOptions>;

/** A bank login that was linked or repaired. */
export interface LinkedBank {
  /** Name under which the access token is stored. */
  readonly name: string;
  /** ID of the Item. Undefined after a repair, which keeps the Item. */
  readonly item_id: string | undefined;
  /** Name of the institution. Undefined if the API does not report it. */
  readonly institution: string | undefined;
}

/** Setting of update mode: without it, a user could not choose a new account, or one that they no longer share. */
export const choosesAccounts = { account_selection_enabled: true } as const;

/** Pause between two requests for the state of Link. */
const pollMs = 2000;

/**
 * Connects the bank of the person who runs this program, with Plaid's Hosted Link: shows the address of a page, waits
 * until the person has finished there, and stores the access token.
 *
 * @throws ApiError `invalid_params` when an option is invalid; `conflict` when `name` is taken; `not_found` when there is
 * no login to repair; `permission_denied` when the person leaves without connecting a bank; `timeout` when they do not
 * finish in time; errors of the calls; the reason of `signal`.
 * @example
 * await linkBank(bank, { name: 'checking', items, show: (address) => showAddress(address) });
 * const { accounts } = await bank.withItem('checking').accounts.get();
 */
export async function linkBank(bank: LinkBankClient, options: LinkBankOptions): Promise<LinkedBank> {
  checkOptions({ provider: 'bank', operation, below: linkBank }, options, linkBankRules, problemOf(Object(options)));
  const { name, items, repair, institution, settings = {}, signal } = options;
  signal?.throwIfAborted();
  const stored = await items.get(name);
  if (repair && stored === undefined)
    throw failure('not_found', `there is no login "${name}" to repair. Leave repair out`);
  if (!repair && stored !== undefined)
    throw failure(
      'conflict',
      `a login "${name}" exists. Choose another name, or set repair: true to log in to it again`,
    );
  const { products = ['transactions'] } = settings;
  if (institution !== undefined) {
    const params = { institution_id: institution, initial_products: products ?? [] };
    return exchange(bank, options, (await bank.sandbox.createPublicToken(params)).public_token, undefined);
  }
  const session = await visit(bank, options, stored);
  const added = session.results?.item_add_results[0] ?? session.on_success;
  if (stored !== undefined) return { name, item_id: undefined, institution: undefined };
  if (!added) throw left(session);
  const { institution: found } = 'institution' in added ? added : (added.metadata ?? {});
  return exchange(bank, options, added.public_token, found?.name);
}

/** Shows the page, and waits until a session on it has ended. */
async function visit(bank: LinkBankClient, options: LinkBankOptions, stored: string | undefined): Promise<LinkSession> {
  const { name, show, settings, timeoutMs = 1_800_000, signal, clock } = options;
  const now = () => (clock ?? Date).now();
  const endsAt = now() + timeoutMs;
  const params = {
    client_name: 'Bank login',
    language: 'en',
    country_codes: ['US'] as const,
    user: { client_user_id: name },
    ...settings,
    hosted_link: { url_lifetime_seconds: Math.ceil(timeoutMs / 1000) },
  };
  const created =
    stored === undefined
      ? bank.link.createToken({ products: ['transactions'], ...params }, { signal })
      : bank.link.createUpdateToken({ update: choosesAccounts, ...params, access_token: stored }, { signal });
  const { link_token, hosted_link_url } = await created;
  if (!hosted_link_url)
    throw failure('not_supported', 'the API returned no hosted_link_url. Ask Plaid to enable Hosted Link for your app');
  await show?.(hosted_link_url);
  for (;;) {
    await pause(Math.min(pollMs, endsAt - now()), signal, undefined, clock);
    if (now() >= endsAt)
      throw failure('timeout', `nobody connected a bank within timeoutMs (${timeoutMs} ms). Start again`);
    const sessions = await readSessions(bank, link_token, signal);
    const ended = sessions.findLast(({ finished_at }) => finished_at);
    if (ended?.exit || ended?.on_exit) throw left(ended);
    if (ended) return ended;
  }
}

/** Returns the sessions so far. A failure that may pass counts as none, because the person is still busy. */
async function readSessions(
  bank: LinkBankClient,
  link_token: string,
  signal: AbortSignal | undefined,
): Promise<readonly LinkSession[]> {
  try {
    return (await bank.link.getToken({ link_token }, { signal })).link_sessions ?? [];
  } catch (error) {
    if (signal?.aborted || !isApiError(error) || !error.retryable) throw error;
    return [];
  }
}

/** Exchanges a public token, and stores the access token. Nothing ends this, because a public token works only once. */
async function exchange(
  bank: LinkBankClient,
  { name, items }: LinkBankOptions,
  public_token: string,
  institution: string | undefined,
): Promise<LinkedBank> {
  const { access_token, item_id } = await bank.item.exchangePublicToken({ public_token });
  try {
    await items.set(name, access_token);
  } catch (error) {
    // Nobody could remove the Item any more, and the provider may bill it. The first error is still the reason.
    await bank.item.remove({ access_token }).catch(() => {});
    throw error;
  }
  return { name, item_id, institution };
}

function problemOf({ name, show, institution, repair, timeoutMs = 0 }: LinkBankOptions): string | undefined {
  if (name === '') return 'name must not be empty';
  if (institution === undefined && typeof show !== 'function')
    return 'show is required: a function that shows an address';
  if (institution !== undefined && repair)
    return 'institution and repair contradict each other. Repair a login in a browser';
  return timeoutMs > 1_814_400_000 ? 'timeoutMs must be at most 21 days (1,814,400,000)' : undefined;
}

/** Explains why a session ended without a result. */
function left({ exit, on_exit }: LinkSession): ApiError {
  const providerCode = (exit ?? on_exit)?.error?.error_code;
  const reason = providerCode === undefined ? '' : ` after the error ${providerCode}`;
  return failure(
    'permission_denied',
    `the person left Link${reason} without connecting a bank. Start again`,
    providerCode,
  );
}

const operation = 'linkBank';

const failure = (code: ErrorCode, problem: string, providerCode?: string): ApiError =>
  new ApiError(`${operation}: ${problem}`, { code, provider: 'bank', operation, providerCode, retryable: false });
