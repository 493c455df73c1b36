import {
  type Attributes,
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_RESEND_COUNT,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
} from '@opentelemetry/semantic-conventions';
import type { CallEndEvent, CallStartEvent, ClientEvent, EventScope, RequestEvent, RetryEvent } from '@x/core';
import { callAttributes, endpointAttributes } from './attributes.ts';
import { markRequest } from './redact-url.ts';

/** A call in progress. */
interface OpenCall {
  readonly span: Span;
  /** Context in which the span is the current one. */
  readonly context: Context;
  readonly attributes: Attributes;
  /** Span of the last request, until its outcome is known. */
  request: Span | undefined;
  /** Whether that span already has the error of a response. */
  hasError: boolean;
}

/** Creates an observer that creates spans: one per call, with one child per request. */
export function createSpans(tracerOf: () => Tracer): (event: ClientEvent) => EventScope | undefined {
  const calls = new Map<string, OpenCall>();

  function startCall(event: CallStartEvent): EventScope {
    const attributes = endpointAttributes(event);
    const options = { kind: SpanKind.CLIENT, attributes: { ...attributes, ...callAttributes(event) } };
    const parent = context.active();
    const span = tracerOf().startSpan(`${event.provider}.${event.operation}`, options, parent);
    const own = trace.setSpan(parent, span);
    calls.set(event.callId, { span, context: own, attributes, request: undefined, hasError: false });
    return { run: (work) => context.with(own, work) };
  }

  function startRequest(call: OpenCall, { method, path, attempt }: RequestEvent): EventScope {
    endRequest(call, undefined); // one call may send several requests, such as the parts of a long list
    const attributes = { ...call.attributes, ...(attempt > 1 && { [ATTR_HTTP_REQUEST_RESEND_COUNT]: attempt - 1 }) };
    const span = tracerOf().startSpan(`${method} ${path}`, { kind: SpanKind.CLIENT, attributes }, call.context);
    call.request = span;
    call.hasError = false;
    const own = markRequest(trace.setSpan(call.context, span));
    return { run: (work) => context.with(own, work) };
  }

  function endCall(call: OpenCall, { callId, outcome, code, status, attempts }: CallEndEvent): void {
    calls.delete(callId); // delete first, because a call whose span cannot be ended must not stay in memory
    const { span } = call;
    try {
      endRequest(call, outcome === 'error' ? code : undefined);
      span.setAttributes({ 'x.outcome': outcome, 'x.requests': attempts });
      if (status !== undefined) span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, status);
      if (outcome === 'error') fail(span, code ?? '_OTHER');
    } finally {
      span.end();
    }
  }

  return (event) => {
    if (event.type === 'call_start') return startCall(event);
    const call = calls.get(event.callId);
    if (!call) return undefined; // concerns a grant without a call, such as a consent that ends soon
    switch (event.type) {
      case 'request':
        return startRequest(call, event);
      case 'response':
        call.request?.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, event.status);
        if (event.requestId !== undefined) call.request?.setAttribute('x.request_id', event.requestId);
        if (event.status >= 400) failRequest(call, String(event.status));
        return undefined;
      case 'retry':
        endRequest(call, event.reason);
        call.span.addEvent('retry', retryAttributes(event));
        return undefined;
      case 'wait':
        call.span.addEvent('wait', { 'x.wait.for': event.for, 'x.wait.ms': event.waitMs });
        return undefined;
      case 'drift':
        call.span.addEvent('drift', { 'x.drift.place': event.place, 'x.drift.message': event.message });
        return undefined;
      case 'call_end':
        endCall(call, event);
        return undefined;
      default:
        return undefined;
    }
  };
}

const retryAttributes = ({ reason, waitMs }: RetryEvent): Attributes => ({
  [ATTR_ERROR_TYPE]: reason,
  'x.wait.ms': waitMs,
});

/** Ends the span of the last request; `reason` is its error code, if it failed. */
function endRequest(call: OpenCall, reason: string | undefined): void {
  if (reason !== undefined) failRequest(call, reason);
  call.request?.end();
  call.request = undefined;
}

/**
 * Marks a request as failed. The first error wins, because a status is more precise than the reason of the retry that
 * follows.
 */
function failRequest(call: OpenCall, type: string): void {
  if (!call.hasError && call.request) fail(call.request, type);
  call.hasError = true;
}

function fail(span: Span, type: string): void {
  span.setAttribute(ATTR_ERROR_TYPE, type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
