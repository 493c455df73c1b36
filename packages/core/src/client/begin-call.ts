import type { EndpointSpec } from '../declare/endpoint.ts';
import type { CallOptions } from '../declare/options.ts';
import { type Provider, timeOf } from '../declare/provider.ts';
import type { Call } from '../pipeline/call.ts';
import { startProgress } from '../pipeline/progress.ts';
import { type BoundOptions, mergeOptions } from './bound-options.ts';
import { noOptions } from './check-call-options.ts';

/** A method of a client, of which only the place on the stack matters. */
type Method = (...args: never[]) => unknown;

/** What operations that send nothing have in place of a declaration. @internal */
export const noEndpoint: EndpointSpec = { method: 'GET', path: '', auth: 'app-or-user', docs: '' };

/**
 * Begins a call: notes the caller's stack, so that its errors point at their line.
 *
 * @param method The method of the client that was called: the stack starts below it.
 * @param bound What the client is bound to by `with`. Default: nothing.
 * @internal
 */
export function beginCall<Spec extends EndpointSpec>(
  provider: Provider,
  operation: string,
  method: Method,
  endpoint: Spec,
  params: unknown = {},
  given: CallOptions = noOptions,
  bound?: BoundOptions,
): Call<Spec> {
  const trace: { stack?: string } = {};
  Error.captureStackTrace?.(trace, method);
  const progress = startProgress(timeOf(provider.options));
  const options = bound ? mergeOptions(bound.options, given) : given;
  return {
    operation,
    endpoint,
    options,
    signals: bound?.signals,
    secrets: new Set(),
    params,
    trace,
    background: provider.background,
    progress,
  };
}
