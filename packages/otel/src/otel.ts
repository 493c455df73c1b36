import { type MeterProvider, metrics, type TracerProvider, trace } from '@opentelemetry/api';
import type { ClientEvent, EventScope } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { createMetrics } from './metrics.ts';
import { createSpans } from './spans.ts';

/** Options of {@link otel}. */
export interface OtelOptions {
  /** Provider that creates the spans. Default: the global provider, even if it is set later. */
  tracerProvider?: TracerProvider | undefined;
  /** Provider that creates the metrics. Default: the global provider, if it is set before the first call. */
  meterProvider?: MeterProvider | undefined;
}

const otelRules = {
  tracerProvider: optionKind.objectWith('a tracer provider', ['getTracer']),
  meterProvider: optionKind.objectWith('a meter provider', ['getMeter']),
} satisfies RulesOf<OtelOptions>;

const scope = '@x/otel';

/**
 * Creates an `onEvent` function that reports calls to OpenTelemetry: a span per call with a child per request, and
 * metrics. You can pass the same function to all clients.
 *
 * Spans and metrics use the names of HTTP client attributes in the semantic conventions if there is one, and otherwise
 * names that start with `x.`. Like events, they hold no secret, header, body, query or account ID.
 *
 * While a request is sent, its span is the current one, so spans of `@opentelemetry/instrumentation-undici` become its
 * children. This requires a context manager, which the SDKs for Node register.
 *
 * @throws ApiError `invalid_params` when an option is unknown or invalid.
 * @example
 * const client = createMusicClient({ clientId, clientSecret, onEvent: otel() });
 */
export function otel(options: OtelOptions = {}): (event: ClientEvent) => EventScope | undefined {
  checkOptions({ provider: 'otel', operation: 'otel', below: otel }, options, otelRules);
  const { tracerProvider = trace, meterProvider = metrics } = options;
  const observeSpans = createSpans(() => tracerProvider.getTracer(scope));
  const observeMetrics = createMetrics(() => meterProvider.getMeter(scope));
  return (event) => {
    // If an SDK fails at one of them, the other must still work.
    try {
      return observeSpans(event);
    } finally {
      observeMetrics(event);
    }
  };
}
