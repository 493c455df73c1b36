import { type Grant, isApiError } from '@x/core';
import * as optionKind from '@x/core/options';
import { type OptionRules, problemOfOptions, type RulesOf } from '@x/core/options';
import { type CallSpec, endpoint, keepRunning, pause, timeOf } from '@x/core/provider';
import type { AccountOf, SignedIn } from '@x/oauth';
import {
  asForm,
  checkNewAccount,
  type NewGrantTools,
  type NewSignIn,
  problemOfSession,
  requestGrant,
  sessionRemedy,
  storeNewGrant,
  toolsFor,
  type UserTools,
  withFields,
} from '@x/oauth/provider';
import * as v from 'valibot';
import type { StreamScope } from './scopes.ts';

/** Options of `oauth.device`. */
export interface DeviceOptions {
  /** Scopes to request. Default: none. */
  scopes?: readonly (StreamScope | (string & {}))[] | undefined;
}

/**
 * A sign-in on a device that has started. Pass it to `oauth.poll`, in this process or another one. It is plain data: it
 * survives JSON, `structuredClone` and a session store. It is secret, so only the server or the device itself may have
 * it.
 */
export interface DeviceSession {
  /** Name of the provider: `stream`. */
  readonly provider: string;
  /** Client ID of the app that started it. */
  readonly clientId: string;
  /** Code that the provider exchanges for a grant once the user has approved. */
  readonly deviceCode: string;
  /** Scopes that were requested. */
  readonly scopes: readonly string[];
  /** Pause between two requests, in milliseconds: at least 1000. */
  readonly intervalMs: number;
  /** When the code expires, in Unix milliseconds. */
  readonly expiresAt: number;
}

/** Options of `oauth.poll`. */
export interface PollOptions<User = unknown> {
  /**
   * Your own ID for the user, a non-empty string, under which the grant is stored for `withAccount`; or a function that
   * returns it for the user who signed in.
   */
  account: string | AccountOf<User>;
  /** `session` that `oauth.device` returned. Undefined is refused. */
  session: DeviceSession | undefined;
  /**
   * Stops waiting when it is aborted. The code stays valid, unless the grant is already on its way: it is then stored
   * under `account` even so.
   */
  signal?: AbortSignal | undefined;
}

const deviceRules = { scopes: optionKind.strings } satisfies RulesOf<DeviceOptions>;

const pollRules = {
  account: optionKind.checkedLater,
  session: optionKind.checkedLater,
  signal: optionKind.signal,
} satisfies RulesOf<PollOptions<never>>;

/** A code that the user types on another device. */
export interface DeviceAuthorization {
  /** Code that the user types, such as `ABCDEFGH`. */
  readonly userCode: string;
  /** Address where the user types the code. It already contains the code. */
  readonly verificationUri: string;
  /** When the code expires, in Unix milliseconds; at most one day from now. */
  readonly expiresAt: number;
  /** The sign-in that has started: pass it to `oauth.poll`. */
  readonly session: DeviceSession;
}

/** Sign-in on a device without a browser. */
export interface DeviceFlow<User = unknown> {
  /**
   * Requests a code that the user types on another device, for devices and public clients.
   *
   * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#device-code-grant-flow
   * @example
   * const { userCode, verificationUri, session } = await stream.oauth.device({ scopes });
   * const { account } = await stream.oauth.poll({ account: (user) => user.user_id, session });
   */
  device(options?: DeviceOptions): Promise<DeviceAuthorization>;
  /**
   * Waits until the user has approved, and stores the grant under `account`: your own ID for the user, or a function
   * that returns it for the user who approved. If the function throws or returns an invalid account, nothing is stored
   * and the grant is revoked.
   *
   * The provider sets the pause between two requests: at least 1 second, 5 seconds by default, and 5 seconds more after
   * each `slow_down`.
   *
   * @returns The grant, and the account under which it is stored.
   * @throws ApiError `timeout` when the code has expired; `permission_denied` when it was refused or already used;
   * `invalid_params` when the account is invalid, or `session` is missing or belongs to another client;
   * `invalid_response` when the response has no valid token.
   */
  poll(options: PollOptions<User>): Promise<SignedIn>;
}

const deviceEndpoint = endpoint({
  method: 'POST',
  host: 'auth',
  path: '/oauth2/device',
  auth: 'none',
  ...asForm,
  body: v.object({ client_id: v.string(), scopes: v.string() }),
  response: v.object({}), // `readDeviceResponse` checks its fields, regardless of the option `validation`
  docs: 'https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#device-code-grant-flow',
});

/**
 * Pause between two polls when the response names none, and what `slow_down` adds to it (RFC 8628 section 3.2 and 3.5).
 */
const defaultIntervalMs = 5000;
const slowerMs = 5000;
const shortestIntervalMs = 1000;
/** A code is polled for at most a day, no matter what the response reports. Twitch's codes last 30 minutes. */
const longestCodeMs = 86_400_000;

const pollName = 'oauth.poll';
/** Errors after which the code is polled again. */
const temporary = ['network', 'timeout', 'unavailable', 'rate_limited'] as const;

/** Creates the sign-in without a browser (RFC 8628). */
export const deviceFlow = <User>(tools: UserTools, newGrants: NewGrantTools<User>): DeviceFlow<User> =>
  new DeviceSignIn(tools, newGrants);

/** Methods are properties, so that they can be spread into a sign-in with more methods. */
class DeviceSignIn<User> implements DeviceFlow<User> {
  readonly #tools: UserTools;
  readonly #newGrants: NewGrantTools<User>;
  readonly #token: CallSpec;

  constructor(tools: UserTools, newGrants: NewGrantTools<User>) {
    this.#tools = tools;
    this.#newGrants = newGrants;
    this.#token = withFields(tools.app.endpoint, ['device_code', 'scopes']);
  }

  readonly device: DeviceFlow<User>['device'] = async (options = {}) => {
    this.#check('oauth.device', options, deviceRules);
    const { provider, clientId } = this.#tools.app;
    const scopes = [...(options.scopes ?? [])];
    const body = { client_id: clientId, scopes: scopes.join(' ') };
    const response = this.#readResponse(await this.#tools.send('oauth.device', deviceEndpoint, body));
    const { deviceCode, userCode, verificationUri, lifetimeMs, intervalMs } = response;
    const expiresAt = this.#now() + lifetimeMs;
    const session = { provider, clientId, deviceCode, scopes, intervalMs, expiresAt };
    return { userCode, verificationUri, expiresAt, session };
  };

  readonly poll: DeviceFlow<User>['poll'] = async (options) => {
    this.#check(pollName, options, pollRules);
    const { account, signal } = options;
    const signIn = { tools: this.#tools, operation: pollName, account, provider: this.#newGrants };
    await checkNewAccount(signIn); // before the user's approval is used up
    const session = this.#readSession(options.session);
    const { app, lifecycle } = this.#tools;
    let { intervalMs } = session;
    for (;;) {
      const pauseMs = Math.max(0, Math.min(intervalMs, session.expiresAt - this.#now()));
      await this.#tools.pause(pollName, pauseMs, signal);
      if (this.#now() >= session.expiresAt)
        throw this.#tools.fail(pollName, 'timeout', 'the user did not approve in time. Start again');
      // An abort does not end the request, because a response with a grant uses up the code.
      const asked = lifecycle.hold(this.#ask(session, signIn));
      keepRunning(asked, app.options.waitUntil);
      const answer = await this.#waitFor(asked, signal);
      if (typeof answer === 'object') return answer;
      if (answer === 'slow_down') intervalMs += slowerMs;
    }
  };

  /** Asks once, and stores the grant. Resolves to the reason if the user has not approved yet. */
  async #ask(session: DeviceSession, signIn: NewSignIn<User>): Promise<SignedIn | 'pending' | 'slow_down'> {
    const { account } = signIn;
    const fields = {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: session.deviceCode,
      scopes: session.scopes.join(' '),
    };
    const ownTools = toolsFor(this.#tools, typeof account === 'string' ? account : undefined);
    let grant: Grant;
    try {
      grant = await requestGrant(this.#tools.app, ownTools, { operation: pollName, fields, endpoint: this.#token });
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.providerCode === 'slow_down') return 'slow_down';
      if (error.providerCode === 'authorization_pending' || isApiError(error, ...temporary)) return 'pending';
      throw error;
    }
    return storeNewGrant(signIn, grant);
  }

  /** Waits for work. An abort rejects the same way as in a call, and the work continues. */
  async #waitFor<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      await pause(Number.POSITIVE_INFINITY, signal, work);
      return await work;
    } catch (error) {
      throw signal?.aborted ? this.#tools.abortError(pollName, signal.reason) : error;
    }
  }

  /** Refuses unknown or invalid options. */
  #check(operation: string, options: unknown, rules: OptionRules): void {
    const problem = problemOfOptions(options, rules);
    if (problem !== undefined) throw this.#tools.fail(operation, 'invalid_params', problem);
  }

  /** Reads what the app stored since the sign-in started. */
  #readSession(given: unknown): DeviceSession {
    const { app, fail } = this.#tools;
    const problem = problemOfSession(given, app);
    if (problem !== undefined) throw fail(pollName, 'invalid_params', problem);
    const session = given as DeviceSession;
    const { deviceCode, scopes, intervalMs, expiresAt } = session;
    const isComplete =
      typeof deviceCode === 'string' &&
      deviceCode !== '' &&
      Array.isArray(scopes) &&
      Number.isFinite(intervalMs) &&
      Number.isFinite(expiresAt);
    if (!isComplete) throw fail(pollName, 'invalid_params', `session is incomplete. ${sessionRemedy}`);
    return {
      ...session,
      intervalMs: Math.max(intervalMs, shortestIntervalMs),
      expiresAt: Math.min(expiresAt, this.#now() + longestCodeMs),
    };
  }

  /** Reads the response with the codes (RFC 8628 section 3.2). */
  #readResponse(body: unknown) {
    const fields = Object(body) as Readonly<Record<string, unknown>>;
    const invalid = (reason: string) =>
      this.#tools.fail('oauth.device', 'invalid_response', `the response is invalid: ${reason}. Try again`);
    const read = (name: string): string => {
      const value = fields[name];
      if (typeof value === 'string' && value !== '') return value;
      throw invalid(`${name} must be a non-empty string`);
    };
    const [lifetimeS, intervalS] = [secondsOf(fields.expires_in), secondsOf(fields.interval)];
    if (!lifetimeS) throw invalid('expires_in must be a number of seconds above 0');
    return {
      deviceCode: read('device_code'),
      userCode: read('user_code'),
      verificationUri: read('verification_uri'),
      lifetimeMs: Math.min(lifetimeS * 1000, longestCodeMs),
      intervalMs: intervalS === undefined ? defaultIntervalMs : Math.max(intervalS * 1000, shortestIntervalMs),
    };
  }

  #now(): number {
    return timeOf(this.#tools.app.options);
  }
}

/** Reads a number of seconds, which may be a string; undefined for anything else. */
function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && seconds >= 0 ? seconds : undefined;
}
