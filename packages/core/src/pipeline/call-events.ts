import type { CallEndEvent, ClientEvent } from '../declare/events.ts';
import type { Provider } from '../declare/provider.ts';
import { isApiError } from '../errors.ts';
import { base64url } from '../shared/base64.ts';
import { sha256 } from '../shared/sha256.ts';
import { closedError } from './abort.ts';
import type { Call, ClientContext, EventSource } from './call.ts';
import { redactorOf } from './create-error.ts';
import { observe, runInScope } from './observe.ts';
import { requestIdOf } from './response-info.ts';

/**
 * The hash that stands for an account in events: the first 16 hexadecimal digits of the SHA-256 of its id in UTF-8, the same in
 * every process. It keeps ids out of logs, but does not hide them from somebody who can guess them.
 *
 * @param account Your own id of the user, as passed to `withAccount`.
 */
export const accountHash = (account: string): string => sha256(account).slice(0, 16);

/** Creates the source of a client's events; undefined where nobody observes it, so that unobserved calls create no event. @internal */
export function createEventSource(provider: Provider): EventSource | undefined {
  const { options, name, baseUrl, authUrl, account } = provider;
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
      operation: operationOf(call),
      method: call.endpoint.method,
      path: call.custom ? templateOf(call.endpoint.path) : call.endpoint.path,
      host: hosts[call.endpoint.host ?? 'api'],
      account: hashOf(call.account ?? account),
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

/** The path of a custom request, without what may be a value of the caller's. */
function templateOf(path: unknown): string {
  if (typeof path !== 'string' || !/\{\w+\}/.test(path)) return '/{path}';
  const isPlain = (segment: string) => /^(v\d{1,2}|\{\w+\}|[a-z._-]*)$/i.test(segment);
  return path
    .split('/')
    .map((segment) => (isPlain(segment) ? segment : '{value}'))
    .join('/');
}

/**
 * Runs a call: counts it, notes how it ended, and reports its start and its end where somebody observes the client.
 *
 * @throws ApiError `unavailable` when the client is closed; else what `run` throws.
 * @internal
 */
export async function observeCall<T>(client: ClientContext, call: Call, run: () => Promise<T>): Promise<T> {
  const { lifecycle, events, provider } = client;
  const observed = events && reportStart(client, events, call);
  if (!isAccepted(client, call)) {
    const error = closedError(provider, call);
    observed?.reportEnd('error', error.code);
    throw error;
  }
  const operation = operationOf(call);
  lifecycle.callStarted();
  try {
    const result = await (observed ? runInScope(observed.scope, run) : run());
    if (call.progress.store) await call.progress.store();
    lifecycle.callSucceeded(operation);
    observed?.reportEnd('success');
    return result;
  } catch (error) {
    const code = isApiError(error) ? error.code : undefined;
    const aborted = isAborted(call, error);
    if (code && !aborted) lifecycle.callFailed(operation, code);
    if (aborted) observed?.reportEnd('aborted');
    else observed?.reportEnd('error', code);
    throw error;
  } finally {
    lifecycle.callEnded();
  }
}

/** Whether a call may start. While the client is closing, what calls under way need is still sent: tokens, and further pages. */
function isAccepted({ lifecycle: { state } }: ClientContext, { isOwn, list }: Call): boolean {
  if (state === 'closing') return isOwn === true || (list !== undefined && list.page > 1);
  return state === 'open';
}

/** The operation, as events and `health` show it: that of a custom request holds a path of the caller's. */
const operationOf = ({ custom, operation }: Call): string => (custom ? 'request' : operation);

/** Reports that a call starts; returns the scope that the observer wants it to run in, and the function that reports its end. */
function reportStart({ provider, now }: ClientContext, events: EventSource, call: Call) {
  const { progress } = call;
  const fields = events.fieldsOf(call);
  // The type comes first: it is what one looks for in a log.
  progress.report = (event) => {
    const { type, ...own } = event;
    return events.emit({ type, ...fields, ...own } as ClientEvent);
  };
  const scope = progress.report({ type: 'call-start' });
  const reportEnd = (outcome: CallEndEvent['outcome'], code?: CallEndEvent['code']) => {
    const { status, attempts, startedAt, bytes } = progress;
    const durationMs = now() - startedAt;
    const requestId = safeRequestId(provider, call);
    progress.report?.({ type: 'call-end', outcome, code, status, attempts, durationMs, requestId, bytes });
  };
  return { scope, reportEnd };
}

/** Whether a call ended because its caller ended it. */
const isAborted = ({ options, signals = [], stop }: Call, error: unknown): boolean =>
  (isApiError(error) && error.code === 'aborted') ||
  [options?.signal, ...signals, stop].some((signal) => signal?.aborted && signal.reason === error);

/** The provider's id of the last request, for an event: a server may write anything there, secrets included. @internal */
export function safeRequestId(provider: Provider, call: Call): string | undefined {
  const { progress } = call;
  const requestId = requestIdOf(progress);
  if (requestId === undefined) return undefined;
  // Once per response: finding secrets costs more than everything else about an event.
  progress.safeRequestId ??= redactorOf(provider, call).text(requestId, 200);
  return progress.safeRequestId;
}
