import { ApiError, type Clock, type ErrorCode } from '@x/core';
import * as optionKind from '@x/core/options';
import { optionsError, problemOfOptions, type RulesOf } from '@x/core/options';
import { isSameText, pause, reasonOf, startTimer } from '@x/core/provider';
import type { OAuth } from '../code-flow.ts';
import type { AccountOf, SignedIn } from '../new-grant.ts';
import { askHidden } from './ask.ts';
import { type AddressOptions, hasBrowser, sayOnStandardError, showAddress } from './browser.ts';
import { CallbackServer } from './callback-server.ts';

/** Sign-in with a code that the person types in a browser. */
export interface DeviceSignIn<User = unknown> {
  /** Requests a code. */
  device(options?: { scopes?: readonly string[] | undefined }): Promise<{
    readonly userCode: string;
    readonly verificationUri: string;
    readonly session: object;
  }>;
  /** Waits until the person has approved, and stores the grant. */
  poll(options: {
    account: string | AccountOf<User>;
    // biome-ignore lint/suspicious/noExplicitAny: each provider has a session of its own
    session: any;
    signal?: AbortSignal | undefined;
  }): Promise<SignedIn>;
}

/** A client whose users can sign in at a terminal. `createMusicClient` and `createStreamClient` create such a client. */
export interface TerminalClient {
  /** The client's sign-in of users. */
  readonly oauth: Pick<OAuth, 'authorize' | 'exchange' | 'anyLoopbackPort'> & Partial<DeviceSignIn>;
}

/** Options of {@link signIn}. */
export interface TerminalSignInOptions<Client extends TerminalClient = TerminalClient> extends AddressOptions {
  /** Account to store the grant under, for `withAccount`; or a function that returns it for the user who signed in. */
  account: Parameters<Client['oauth']['exchange']>[0]['account'];
  /** Scopes to request. Default: none, which lets calls identify the user but do nothing else. */
  scopes?: Parameters<Client['oauth']['authorize']>[0]['scopes'] | undefined;
  /**
   * How the person signs in.
   *
   * - `device`: types a code in a browser on any machine. Default if the client's provider has it.
   * - `browser`: consents in the browser of this machine, which then comes back to this program. Default if there is one, or if you pass `open`.
   * - `paste`: consents in a browser on any machine, and pastes the address that it was redirected to. Default
   *   otherwise, such as over ssh and in containers.
   */
  method?: 'browser' | 'device' | 'paste' | undefined;
  /**
   * Address that the provider redirects to, exactly as registered with it. Default: `http://127.0.0.1/callback`, without
   * a port, for providers that accept any port then, such as Spotify; for others `http://127.0.0.1:8914/callback`.
   */
  redirectUri?: string | undefined;
  /** Whether to ask even a person who has consented before, so that they can choose another account. Default `false`. */
  askAgain?: boolean | undefined;
  /** Milliseconds in which the person must sign in. Default 300,000. */
  timeoutMs?: number | undefined;
  /** Ends the wait for the person. A sign-in that they completed is still stored. */
  signal?: AbortSignal | undefined;
  /** Asks the person for a line that is not to be shown. Default: reads it from standard input. */
  ask?: ((question: string, signal: AbortSignal) => Promise<string>) | undefined;
  /** Clock for the time limit, for tests. Default: the real time. */
  clock?: Clock | undefined;
}

const signInRules = {
  account: optionKind.checkedLater,
  scopes: optionKind.checkedLater,
  method: optionKind.choice(['browser', 'device', 'paste']),
  redirectUri: optionKind.string,
  askAgain: optionKind.boolean,
  timeoutMs: optionKind.milliseconds,
  signal: optionKind.signal,
  say: optionKind.function,
  ask: optionKind.function,
  open: optionKind.checkedLater,
  clock: optionKind.clock,
} satisfies RulesOf<TerminalSignInOptions>;

/** A sign-in in progress. */
interface Attempt extends TerminalSignInOptions {
  readonly client: TerminalClient;
  readonly redirectUri: string;
  readonly say: (text: string) => void;
  readonly ask: (question: string, signal: AbortSignal) => Promise<string>;
  /** Aborts when nobody waits for the person any more. */
  readonly signal: AbortSignal;
}

const ways = { browser: inBrowser, device: byDevice, paste: byPasting };

/**
 * Signs in the person who runs this program, and stores the grant in the client's `tokens`. It leaves nothing behind
 * when it ends: no server, no timer and no listener.
 *
 * @returns The grant, and the account under which it is stored.
 * @throws ApiError `invalid_params` when an option is invalid; `timeout` when the person does not sign in in time;
 * `permission_denied` when they deny access; `unavailable` when the port of `redirectUri` is taken; `not_supported` when
 * standard input ends; errors of `oauth.exchange` and `oauth.poll`; the reason of `signal`.
 * @example
 * const { account } = await signIn(music, { account: ({ id }) => id, scopes: ['playlist-read-private'] });
 */
export async function signIn<const Client extends TerminalClient>(
  client: Client,
  options: TerminalSignInOptions<Client>,
): Promise<SignedIn> {
  const { oauth } = client;
  const problem = problemOfOptions(options, signInRules);
  if (problem !== undefined) throw optionsError({ provider: 'oauth', operation: 'signIn', below: signIn }, problem);
  const method = options.method ?? (oauth.device ? 'device' : (options.open ?? hasBrowser()) ? 'browser' : 'paste');
  const { timeoutMs = 300_000, signal, clock, say = sayOnStandardError, ask = askHidden } = options;
  const { redirectUri = `http://127.0.0.1${oauth.anyLoopbackPort ? '' : ':8914'}/callback` } = options;
  signal?.throwIfAborted();
  const ended = new AbortController();
  const end = () => ended.abort(signal?.reason);
  signal?.addEventListener('abort', end);
  const hint =
    method === 'device'
      ? ''
      : `. If the browser showed an error, check that ${redirectUri} is registered with the provider`;
  const tooLate = () => failure('timeout', `nobody signed in within timeoutMs (${timeoutMs} ms)${hint}. Start again`);
  const cancel = startTimer(timeoutMs, () => ended.abort(tooLate()), { clock });
  try {
    return await ways[method]({ ...options, client, redirectUri, say, ask, signal: ended.signal } as Attempt);
  } finally {
    cancel();
    signal?.removeEventListener('abort', end);
  }
}

async function inBrowser(attempt: Attempt): Promise<SignedIn> {
  const { client, account, scopes, askAgain, signal } = attempt;
  const server = await listen(attempt);
  try {
    const { redirectUri } = server;
    const { url: consent, session } = await client.oauth.authorize({ redirectUri, scopes, askAgain });
    const callback = server.expect({ consent, state: session.state });
    // The person may be done before `open` resolves.
    const shown = showAddress(consent, attempt, server.start);
    const { url, respond } = await until(Promise.race([callback, shown.then(() => callback)]), signal);
    try {
      // It is no longer aborted, because the code works only once.
      const signedIn = await client.oauth.exchange({ account, callbackUrl: url, session });
      await respond(200, 'Signed in', 'You can close this page and go back to the terminal.');
      return signedIn;
    } catch (error) {
      await respond(400, 'Not signed in', 'You can close this page. The terminal shows the reason.');
      throw error;
    }
  } finally {
    await server.close();
  }
}

async function byDevice({ client: { oauth }, account, scopes, signal, ...attempt }: Attempt): Promise<SignedIn> {
  if (!oauth.device || !oauth.poll)
    throw failure('not_supported', "method is 'device', but the provider has no device codes. Leave method out");
  const { userCode, verificationUri, session } = await oauth.device({ scopes });
  attempt.say(`Approve the code ${userCode}.`);
  // The person may approve before `open` resolves.
  const polled = oauth.poll({ account, session, signal });
  await Promise.race([polled, showAddress(verificationUri, attempt)]);
  return polled;
}

async function byPasting({
  client,
  redirectUri,
  account,
  scopes,
  askAgain,
  signal,
  say,
  ask,
}: Attempt): Promise<SignedIn> {
  const { url, session } = await client.oauth.authorize({ redirectUri, scopes, askAgain });
  say(`Open this address in a browser, on any machine:\n\n  ${url}\n`);
  say(`Then the browser goes to ${redirectUri}, which may show an error. Copy the address of that page.`);
  for (;;) {
    const pasted = await ask('Paste the address here (it is not shown): ', signal).catch((error) => {
      signal.throwIfAborted();
      throw failure('not_supported', `no address was pasted: ${reasonOf(error)}. Run the program in a terminal`);
    });
    signal.throwIfAborted();
    const callbackUrl = pasted.trim();
    if (await isCallback(callbackUrl, session)) return client.oauth.exchange({ account, callbackUrl, session });
    say(`That is not the address that the browser was redirected to. It begins with ${redirectUri} and has a code.`);
  }
}

async function isCallback(
  text: string,
  { redirectUri, state }: { redirectUri: string; state: string },
): Promise<boolean> {
  if (!URL.canParse(text, redirectUri)) return false;
  const { searchParams: query } = new URL(text, redirectUri);
  return (query.has('code') || query.has('error')) && isSameText(query.get('state') ?? '', state);
}

/** Listens for the browser to come back. */
async function listen({ redirectUri, client }: Attempt): Promise<CallbackServer> {
  const { protocol, hostname, port } = URL.canParse(redirectUri) ? new URL(redirectUri) : ({} as Partial<URL>);
  if (protocol !== 'http:' || !['127.0.0.1', '[::1]', 'localhost'].includes(hostname ?? ''))
    throw failure(
      'invalid_params',
      "redirectUri must be an http address on 127.0.0.1 or [::1], where this program can listen. Use method: 'paste' for other addresses",
    );
  if (port === '' && !client.oauth.anyLoopbackPort)
    throw failure(
      'invalid_params',
      'redirectUri must have a port, because the provider accepts only the exact address that is registered with it. Register http://127.0.0.1:8914/callback, and leave redirectUri out',
    );
  try {
    return await CallbackServer.listen(redirectUri);
  } catch (error) {
    throw failure(
      'unavailable',
      `cannot listen on port ${port} of ${hostname} (${(error as NodeJS.ErrnoException).code}), which redirectUri names. Close the program that uses it, or register another redirectUri`,
    );
  }
}

/** Waits for work, and rejects as soon as the signal aborts. */
async function until<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  await pause(Number.POSITIVE_INFINITY, signal, work);
  return work;
}

const failure = (code: ErrorCode, problem: string): ApiError =>
  new ApiError(`signIn: ${problem}`, { code, provider: 'oauth', operation: 'signIn', retryable: code === 'timeout' });
