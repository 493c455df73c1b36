import type { Call, Stage } from '../call/call.ts';
import type { EndpointSpec } from '../declare/endpoint.ts';
import type { WireResponse } from '../transport/fetch.ts';
import { accepts } from '../validation/accepts.ts';
import type { Schema } from '../validation/node.ts';
import { reportResponse } from './exchange.ts';
import { interpretError, isHtml } from './interpret-error.ts';

/** Reads a response. A response that reports an error may also block the rate limiter. */
export const interpret: Stage = async (call) => readResponse(call, call.attempt.response as WireResponse);

function readResponse(call: Call, response: WireResponse): unknown {
  const { client, endpoint, request, settings, progress } = call;
  const { provider, limiter } = client;
  const { status, headers } = response;
  const read = readBody(response, endpoint, settings.maxBodyBytes);
  progress.ownRequestId = provider.requestId?.(headers, read.kind === 'unusable' ? undefined : read.body);
  reportResponse(call);
  if (read.kind === 'success') return read.body;
  if (read.kind === 'unusable')
    throw call.fail(`the response (${status}) ${read.reason}`, {
      code: 'invalid_response',
      status,
      requestId: progress.requestId,
    });
  const { params } = request.draft;
  const failure = { status, headers, body: read.body, endpoint, params, now: call.now() };
  const { message, fields, tokenRefused, closes } = interpretError(failure, provider, request.rules, {
    ...settings,
    attempts: progress.tries,
    tokenRemedy: request.grants?.remedy,
    caution: call.caution,
    differences: call.undocumented?.differences.map(({ message }) => message) ?? [],
  });
  if (closes) limiter.block(closes.rule, Math.min(closes.ms, settings.maxRetryAfterMs));
  call.attempt.isTokenRefused = tokenRefused;
  throw call.fail(message, { ...fields, requestId: fields.requestId ?? progress.requestId });
}

/** Content of a response, as far as its body reveals it. */
export type ReadResponse =
  /** A success, parsed as the endpoint declares. */
  | { readonly kind: 'success'; readonly body: unknown }
  /** A status of 400 or more; the body is parsed if it is JSON, else a string. */
  | { readonly kind: 'error'; readonly body: unknown }
  /** A response that cannot be used; `reason` is the end of a sentence about it. */
  | { readonly kind: 'unusable'; readonly reason: string };

/** The parts of an endpoint that declare how to read its body. */
export interface ReadableEndpoint extends Pick<EndpointSpec, 'as'> {
  readonly response?: Schema | undefined;
}

const utf8 = new TextDecoder();

/** Reads a response body. */
export function readBody(response: WireResponse, endpoint: ReadableEndpoint, maxBodyBytes: number): ReadResponse {
  const { status, bytes } = response;
  const isSuccess = status >= 200 && status < 300;
  if (bytes === undefined)
    return unusable(`is larger than maxBodyBytes (${maxBodyBytes} bytes). Request less, or increase maxBodyBytes`);
  if (isSuccess && endpoint.as === 'bytes') return success(new Uint8Array(bytes())); // copy, because the original may share its memory
  if (isSuccess && endpoint.as === 'none') return success(undefined);
  const text = utf8.decode(bytes());
  if (isSuccess && endpoint.as === 'text') return success(text);
  const json = parseJson(text);
  if (status >= 400) return { kind: 'error', body: json ?? text };
  if (!isSuccess)
    return unusable(
      'is a redirect, which is not followed because credentials must not reach another host. Check baseUrl',
    );
  if (json !== undefined) return success(json);
  if (text === '' && endpoint.response && accepts(endpoint.response, undefined)) return success(undefined);
  return unusable(`is ${describe(text)} instead of JSON. Check baseUrl`);
}

const success = (body: unknown): ReadResponse => ({ kind: 'success', body });
const unusable = (reason: string): ReadResponse => ({ kind: 'unusable', reason });

/** Parses JSON; undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe(text: string): string {
  if (text === '') return 'empty';
  return isHtml(text) ? 'HTML' : 'invalid or incomplete JSON';
}
