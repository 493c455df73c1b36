import type { Attributes, Meter } from '@opentelemetry/api';
import { ATTR_ERROR_TYPE, ATTR_HTTP_RESPONSE_STATUS_CODE } from '@opentelemetry/semantic-conventions';
import type { ClientEvent } from '@x/core';
import { endpointAttributes } from './attributes.ts';

/** Duration buckets in seconds, as the semantic conventions recommend for HTTP; calls may also wait for minutes. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const callSeconds = [...requestSeconds, 30, 60, 300];
const waitSeconds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

const seconds = (description: string, explicitBucketBoundaries: number[]) => ({
  description,
  unit: 's',
  advice: { explicitBucketBoundaries },
});

/** Creates an observer that counts and measures. Its attributes have few values, and no IDs or accounts. */
export function createMetrics(meterOf: () => Meter): (event: ClientEvent) => void {
  let instruments: ReturnType<typeof createInstruments> | undefined;
  return (event) => {
    // Create them with the first event, because until then the application may set the global meter provider.
    instruments ??= createInstruments(meterOf());
    const { calls, requests, waits, retries, refreshes, drift } = instruments;
    const attributes = endpointAttributes(event);
    switch (event.type) {
      case 'call_end': {
        const failed = event.outcome === 'error' && errorType(event.code ?? '_OTHER');
        calls.record(event.durationMs / 1000, { ...attributes, 'x.outcome': event.outcome, ...failed });
        return;
      }
      case 'response': {
        const { status, durationMs } = event;
        const failed = status >= 400 && errorType(String(status));
        requests.record(durationMs / 1000, { ...attributes, [ATTR_HTTP_RESPONSE_STATUS_CODE]: status, ...failed });
        return;
      }
      case 'retry':
        retries.add(1, { ...attributes, ...errorType(event.reason) });
        if (event.waitMs > 0) waits.record(event.waitMs / 1000, { ...attributes, 'x.wait.for': 'retry' });
        return;
      case 'wait': // waits before retries are in the event `retry`, including short ones
        if (event.for !== 'retry') waits.record(event.waitMs / 1000, { ...attributes, 'x.wait.for': event.for });
        return;
      case 'token': {
        const failed = event.outcome === 'failed' && errorType(event.reason ?? '_OTHER');
        if (failed || event.outcome === 'obtained') refreshes.add(1, { ...attributes, ...failed });
        return;
      }
      case 'drift':
        drift.add(1, attributes);
    }
  };
}

const errorType = (type: string): Attributes => ({ [ATTR_ERROR_TYPE]: type });

const createInstruments = (meter: Meter) => ({
  calls: meter.createHistogram(
    'x.client.call.duration',
    seconds('Duration of calls, including waits and retries', callSeconds),
  ),
  requests: meter.createHistogram(
    'x.client.request.duration',
    seconds('Duration of requests that got a response, up to its last byte', requestSeconds),
  ),
  waits: meter.createHistogram(
    'x.client.wait.duration',
    seconds('Duration of waits before retries, and of waits for rate limits above a second', waitSeconds),
  ),
  retries: meter.createCounter('x.client.retries', {
    description: 'Requests that were sent again',
    unit: '{request}',
  }),
  refreshes: meter.createCounter('x.client.token.refreshes', {
    description: 'Grants obtained or refreshed, including failed attempts',
    unit: '{grant}',
  }),
  drift: meter.createCounter('x.client.drift', {
    description: 'Places in responses that differ from the documentation',
    unit: '{place}',
  }),
});
