import type { ClientEvent } from '../declare/events.ts';
import type { Provider } from '../declare/provider.ts';
import { base64url } from '../shared/base64.ts';
import { sha256 } from '../shared/sha256.ts';
import type { EventSource } from './context.ts';
import { observe } from './observe.ts';

/**
 * The hash that stands for an account in events: the first 16 hexadecimal digits of the SHA-256 of its id in UTF-8, the same in
 * every process. It keeps ids out of logs, but does not hide them from somebody who can guess them.
 *
 * @param account Your own id of the user, as passed to `withAccount`.
 */
export const accountHash = (account: string): string => sha256(account).slice(0, 16);

/** Creates the source of a client's events; undefined where nobody observes it, so that unobserved calls create no event. @internal */
export function createEventSource(provider: Provider, account = provider.account): EventSource | undefined {
  const { options, name, baseUrl, authUrl } = provider;
  const { onEvent } = options;
  if (!onEvent) return undefined;

  let prefix: string | undefined;
  let count = 0;
  const newId = () => {
    prefix ??= base64url(crypto.getRandomValues(new Uint8Array(6)));
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
  const hosts = { api: hostOf(baseUrl), auth: hostOf(authUrl ?? baseUrl) };
  let ownHash: string | undefined;
  const hashOf = (raw: string | undefined) => {
    if (raw === undefined) return undefined;
    if (raw !== account) return accountHash(raw);
    ownHash ??= accountHash(raw);
    return ownHash;
  };
  const emit = (event: ClientEvent) => observe(onEvent, event);

  return {
    newId,
    emit,
    fieldsOf: (call) => ({
      callId: call.callId ?? newId(),
      provider: name,
      operation: call.shownOperation,
      method: call.endpoint.method,
      path: call.custom?.template ?? call.endpoint.path,
      host: hosts[call.endpoint.host ?? 'api'],
      account: hashOf(call.account),
      listId: call.list?.id,
      page: call.list?.page,
    }),
    reportToken: ({ endpoint, operation, callId, rawAccount, outcome, reason, endsAt }) =>
      emit({
        type: 'token',
        callId: callId ?? newId(),
        provider: name,
        operation,
        method: endpoint.method,
        path: endpoint.path,
        host: hosts[endpoint.host ?? 'api'],
        account: hashOf(rawAccount),
        listId: undefined,
        page: undefined,
        outcome,
        reason,
        endsAt,
      }),
  };
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '');
