import type { Stage } from '../call/call.ts';
import type { CallSpec } from '../declare/endpoint.ts';
import type { WireResponse } from '../transport/fetch.ts';
import { accepts } from '../validation/accepts.ts';
import { reportResponse } from './exchange.ts';
import { interpretError, isHtml } from './interpret-error.ts';

/** Reads a response. A response that reports an error may also block the rate limiter. */
export const interpret: Stage = async (call) => {
  const { client, endpoint, request, settings, progress, attempt } = call;
  const { provider, limiter } = client;
  const response = attempt.response as WireResponse;
  const { status, headers } = response;
  const { body, problem } = readBody(response, endpoint, settings.maxBodyBytes);
  progress.ownRequestId = provider.requestId?.(headers, body);
  reportResponse(call);
  const { requestId } = progress;
  if (problem !== undefined)
    throw call.fail(`the response (${status}) ${problem}`, { code: 'invalid_response', status, requestId });
  if (status < 400) return body;
  const { params } = request.draft;
  const failure = { status, headers, body, endpoint, params, now: call.now() };
  const { message, fields, tokenRefused, closes } = interpretError(failure, call);
  if (closes) limiter.block(closes.rule, Math.min(closes.ms, settings.maxRetryAfterMs));
  attempt.isTokenRefused = tokenRefused;
  throw call.fail(message, { ...fields, requestId: fields.requestId ?? requestId });
};

/** Content of a response. */
export interface ReadResponse {
  /** Body of a success, parsed as the endpoint declares. Body of an error, parsed if it is JSON, else a string. */
  readonly body?: unknown;
  /** Reason why the response cannot be used, as the end of a sentence about it. Undefined if it can. */
  readonly problem?: string;
}

/** The parts of an endpoint that declare how to read its body. */
export type ReadableEndpoint = Partial<Pick<CallSpec, 'as' | 'response'>>;

const utf8 = new TextDecoder();

/** Reads a response body. */
export function readBody(response: WireResponse, endpoint: ReadableEndpoint, maxBodyBytes: number): ReadResponse {
  const { status, bytes } = response;
  const isSuccess = status >= 200 && status < 300;
  if (bytes === undefined)
    return {
      problem: `is larger than maxBodyBytes (${maxBodyBytes} bytes). Request less, or increase maxBodyBytes`,
    };
  if (isSuccess && endpoint.as === 'bytes') return { body: new Uint8Array(bytes()) }; // copy, because the original may share its memory
  if (isSuccess && endpoint.as === 'none') return {};
  const text = utf8.decode(bytes());
  if (isSuccess && endpoint.as === 'text') return { body: text };
  const body = parseJson(text);
  if (status >= 400) return { body: body ?? text };
  if (!isSuccess)
    return {
      problem: 'is a redirect, which is not followed because credentials must not reach another host. Check baseUrl',
    };
  const mayBeEmpty = text === '' && endpoint.response && accepts(endpoint.response, undefined);
  return body === undefined && !mayBeEmpty
    ? { problem: `is ${describe(text)} instead of JSON. Check baseUrl` }
    : { body };
}

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
