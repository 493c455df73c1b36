import type { CallEvent } from '../declare/events.ts';
import type { ReadHeaders } from '../transport/fetch.ts';

/** What is known of a call while it runs, and of its last response: for events and for `withResponse`. @internal */
export interface CallProgress {
  /** When the call started, in milliseconds of the client's clock. */
  readonly startedAt: number;
  /** Requests that were sent so far. */
  attempts: number;
  /** HTTP status of the response to the last request. */
  status: number | undefined;
  /** Headers of that response. The body is not part of it, so that a promise that is stored does not keep it in memory. */
  headers: ReadHeaders | undefined;
  /** The provider's id of the last request, as its own reader found it in the response. */
  requestId: string | undefined;
  /** The id of the last request without secrets, once an event has shown it. */
  safeRequestId: string | undefined;
  /** Bytes of the body of that response; only counted where somebody observes the call. */
  bytes: number | undefined;
  /** Milliseconds from the start of the call to its last response. */
  durationMs: number;
  /** Stores the responses of the call in the cache of the client, once the call has accepted them. */
  store: (() => Promise<void>) | undefined;
  /**
   * Reports an event of this call to `onEvent`, and returns what that returned. Undefined where it is not set: then no event is created
   * either.
   */
  report: ((event: CallEvent) => unknown) | undefined;
}

/** Waits of more milliseconds are reported before they begin. @internal */
export const longWaitMs = 1000;

/** Starts to record a call. @internal */
export const startProgress = (now: number): CallProgress => ({
  startedAt: now,
  attempts: 0,
  status: undefined,
  headers: undefined,
  requestId: undefined,
  safeRequestId: undefined,
  bytes: undefined,
  durationMs: 0,
  store: undefined,
  report: undefined,
});

/** Clears what is known of the last response: another request is about to be sent. @internal */
export function clearResponse(progress: CallProgress): void {
  progress.status = undefined;
  progress.headers = undefined;
  progress.requestId = undefined;
  progress.safeRequestId = undefined;
  progress.bytes = undefined;
}
