import { type MeterProvider, metrics, type TracerProvider, trace } from '@opentelemetry/api';
import type { ClientEvent, EventScope } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { createMetrics } from './metrics.ts';
import { createSpans } from './spans.ts';

/** Settings of {@link otel}. */
export interface OtelOptions {
  /** Makes the spans. Default: the global provider, also if it is set later. */
  tracerProvider?: TracerProvider | undefined;
  /** Makes the metrics. Default: the global provider, if it is set before the first call. */
  meterProvider?: MeterProvider | undefined;
}

const otelRules = {
  tracerProvider: optionKind.objectWith('a tracer provider', ['getTracer']),
  meterProvider: optionKind.objectWith('a meter provider', ['getMeter']),
} satisfies RulesOf<OtelOptions>;

const scope = '@x/otel';

/**
 * Creates an `onEvent` that reports calls to OpenTelemetry: a span per call with a child per request, and metrics. One serves all
 * clients.
 *
 * Spans and metrics have the names of HTTP client attributes in the semantic conventions where those have one, else names that start
 * with `x.`. They hold no secret, header, body, query or account id, as events do not.
 *
 * While a request is sent, its span is the current one: spans of `@opentelemetry/instrumentation-undici` become its children. That needs a
 * context manager, which the SDKs for Node register.
 *
 * @throws ApiError `invalid_params` when an option is unknown or not valid.
 * @example
 * const client = createMusicClient({ clientId, clientSecret, onEvent: otel() });
 */
export function otel(options: OtelOptions = {}): (event: ClientEvent) => EventScope | undefined {
  checkOptions({ provider: 'otel', operation: 'otel', below: otel }, options, otelRules);
  const { tracerProvider = trace, meterProvider = metrics } = options;
  const observeSpans = createSpans(() => tracerProvider.getTracer(scope));
  const observeMetrics = createMetrics(() => meterProvider.getMeter(scope));
  return (event) => {
    // An SDK that fails at one of them must not cost the other.
    try {
      return observeSpans(event);
    } finally {
      observeMetrics(event);
    }
  };
}
