import type { ProviderName } from './context.ts';
import type { Fault } from './fault.ts';

/** A request the sandbox received, as it arrived. */
export interface SandboxRequest {
  /** Counts from 1. */
  readonly id: number;
  /** Sandbox time of arrival, Unix milliseconds. */
  readonly at: number;
  readonly provider: ProviderName;
  readonly method: string;
  /** Path below the provider's prefix, no query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** The body as text; empty when there was none. Only its first 65,536 bytes are stored. */
  readonly body: string;
  /** The fault that hit it. */
  fault?: Fault;
  /** Status of the answer; undefined while it is under way and when the connection was dropped. */
  status?: number;
  /** Real milliseconds until the answer's headers, or until the connection was dropped; undefined while it is under way. */
  durationMs?: number;
}

/** How many requests are remembered; older ones are forgotten. */
export const requestLimit = 10_000;

const bodyLimit = 64 * 1024;

/** What the log stores of a body. It is decoded from the first bytes alone: a part of a string would keep all of it in memory. */
export function loggedBody(body: Uint8Array): string {
  // As a stream, a character that the limit cuts in two is left out.
  return new TextDecoder().decode(body.subarray(0, bodyLimit), { stream: body.length > bodyLimit });
}
