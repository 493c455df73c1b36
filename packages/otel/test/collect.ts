import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** Starts the real SDK with an exporter in memory, and a context manager, which is global. */
export function collectSpans() {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  return { exporter, tracerProvider };
}

/** A span with its depth in the trace. */
export interface TreeRow {
  readonly span: ReadableSpan;
  readonly depth: number;
}

/** Returns the spans in order of their start, each followed by its children. */
export function treeOf(spans: readonly ReadableSpan[]): TreeRow[] {
  const ids = new Set(spans.map((span) => span.spanContext().spanId));
  const started = [...spans].sort((one, other) => startOf(one) - startOf(other));
  const below = (parent: string | undefined, depth: number): TreeRow[] =>
    started
      .filter(({ parentSpanContext }) =>
        parent === undefined ? !ids.has(parentSpanContext?.spanId ?? '') : parentSpanContext?.spanId === parent,
      )
      .flatMap((span) => [{ span, depth }, ...below(span.spanContext().spanId, depth + 1)]);
  return below(undefined, 0);
}

/** Returns the microseconds at which a span started and ended. */
export const startOf = ({ startTime: [seconds, nanoseconds] }: ReadableSpan): number =>
  seconds * 1e6 + nanoseconds / 1e3;
export const endOf = ({ endTime: [seconds, nanoseconds] }: ReadableSpan): number => seconds * 1e6 + nanoseconds / 1e3;

/** Returns the label of a span's row: its name, status, number, error, and events. */
export function labelOf({ name, attributes, events }: ReadableSpan): string {
  const resends = attributes['http.request.resend_count'];
  const error = attributes['error.type'];
  const status = attributes['http.response.status_code'];
  return [
    name,
    status,
    resends && `resend ${resends}`,
    error && error !== String(status) && `error ${error}`,
    ...events.map((event) => `(${[event.name, event.attributes?.['error.type']].filter(Boolean).join(': ')})`),
  ]
    .filter((part) => part !== undefined && part !== false)
    .join(' ');
}

/** Formats a trace with one line per span. */
export const treeText = (spans: readonly ReadableSpan[]): string =>
  treeOf(spans)
    .map(({ span, depth }) => '  '.repeat(depth) + labelOf(span))
    .join('\n');
