import { type Attributes, type Context, context, createContextKey } from '@opentelemetry/api';
import { ATTR_URL_FULL, ATTR_URL_QUERY } from '@opentelemetry/semantic-conventions';

const isRequest = createContextKey('@x/otel request');

/** Marks the context in which a client's request is sent. @internal */
export const markRequest = (own: Context): Context => own.setValue(isRequest, true);

/** Fields of an undici request that are read here. */
export interface OutgoingRequest {
  /** Scheme, host and port: `https://api.nal.usda.gov`. */
  readonly origin: string;
  /** Path and query: `/fdc/v1/foods/search?api_key=…`. */
  readonly path: string;
}

/**
 * Hides query values in the spans of `@opentelemetry/instrumentation-undici`, as its `startSpanHook` option: `url.full`
 * and `url.query` get `REDACTED` in place of each value. Without it, spans show the `api_key` of `@x/food` if the
 * client has `credentialsIn: 'query'`. Requests from other code stay unchanged.
 *
 * @example
 * new UndiciInstrumentation({ startSpanHook: redactUrl });
 */
export function redactUrl({ origin, path }: OutgoingRequest): Attributes {
  if (!context.active().getValue(isRequest)) return {};
  const url = new URL(path, origin);
  const query = [...url.searchParams.keys()].map((name) => `${encodeURIComponent(name)}=REDACTED`).join('&');
  url.search = query;
  return { [ATTR_URL_FULL]: url.href, [ATTR_URL_QUERY]: query };
}
