import type { EndpointSpec } from '../declare/endpoint.ts';
import type { ClientEvent, EventFields, TokenReport } from '../declare/events.ts';
import type { EventObserver, Provider } from '../declare/provider.ts';
import { base64url } from '../shared/base64.ts';
import { sha256 } from '../shared/sha256.ts';
import { joinObservers, observe } from './observe.ts';

/**
 * Returns the hash that stands for an account in events: the first 16 hexadecimal digits of the SHA-256 of its ID in
 * UTF-8, the same in every process. It keeps IDs out of logs, but does not hide them from somebody who can guess them.
 *
 * @param account Your own ID for the user, as passed to `withAccount`.
 */
export const accountHash = (account: string): string => sha256(account).slice(0, 16);

/** A call, as its events show it. */
interface ObservedCall {
  readonly own?: { readonly callId: string | undefined } | undefined;
  readonly shownOperation: string;
  readonly endpoint: EndpointSpec;
  readonly custom?: { readonly template: string } | undefined;
  readonly account: string | undefined;
  readonly list?: { readonly id: string | undefined; readonly page: number } | undefined;
}

/**
 * Creates the source of a client's events; undefined if nobody observes the client, so that its calls create no event.
 */
export function createEventSource(provider: Provider, account?: string): EventSource | undefined {
  const observer = joinObservers(provider.options.onEvent);
  return observer && new EventSource(provider, observer, account);
}

/** Source of a client's events. */
export class EventSource {
  readonly #provider: Provider;
  readonly #observer: EventObserver;
  readonly #account: string | undefined;
  readonly #hosts: Readonly<Record<'api' | 'auth', string>>;
  #prefix: string | undefined;
  #count = 0;
  #accountHash: string | undefined;

  constructor(provider: Provider, observer: EventObserver, account: string | undefined) {
    const { baseUrl, authUrl = baseUrl } = provider;
    this.#provider = provider;
    this.#observer = observer;
    this.#account = account;
    this.#hosts = { api: hostOf(baseUrl), auth: hostOf(authUrl) };
  }

  /** Returns a new unique call ID. */
  newId(): string {
    this.#prefix ??= base64url(crypto.getRandomValues(new Uint8Array(6)));
    this.#count += 1;
    return `${this.#prefix}-${this.#count.toString(36)}`;
  }

  /** Returns the fields that all events of a call share. */
  fieldsOf({ own, shownOperation, endpoint, custom, account, list }: ObservedCall): EventFields {
    return {
      callId: own?.callId ?? this.newId(),
      provider: this.#provider.name,
      operation: shownOperation,
      method: endpoint.method,
      path: custom?.template ?? endpoint.path,
      host: this.#hosts[endpoint.host ?? 'api'],
      account: this.#hash(account),
      listId: list?.id,
      page: list?.page,
    };
  }

  /** Reports an event. Returns the observer's result, which may be an `EventScope`. */
  emit(event: ClientEvent): unknown {
    return observe(this.#observer, event);
  }

  /** Reports a change to a grant. */
  reportToken({ endpoint, operation, callId, rawAccount, outcome, reason, endsAt }: TokenReport): void {
    const fields = this.fieldsOf({ own: { callId }, shownOperation: operation, endpoint, account: rawAccount });
    this.emit({ type: 'token', ...fields, outcome, reason, endsAt });
  }

  #hash(account: string | undefined): string | undefined {
    if (!account) return undefined; // the account of a given token has no name
    if (account !== this.#account) return accountHash(account);
    this.#accountHash ??= accountHash(account);
    return this.#accountHash;
  }
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '');
