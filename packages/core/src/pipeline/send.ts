import { ApiError } from '../errors.ts';
import { abortError, throwIfAborted } from './abort.ts';
import { attemptOnce } from './attempt.ts';
import type { Call, ClientContext, PreparedRequest } from './call.ts';
import { createError } from './create-error.ts';
import { startDeadline } from './deadline.ts';
import { decideAndReport, repeat } from './repeat.ts';
import { resolveSettings } from './settings.ts';

/**
 * Sends the request of a call: the stages in order, and nothing else.
 *
 * settings → deadline → attempt (reserve a place, authorize, exchange, read the body, interpret an error) → decide about a
 * retry → repeat
 *
 * @returns The parsed body of the response.
 * @internal
 */
export async function send(client: ClientContext, call: Call, request: PreparedRequest): Promise<unknown> {
  throwIfAborted(client.provider, call);
  const settings = resolveSettings(call, client.provider.options);
  const deadline = startDeadline(client.provider, call, settings);
  const sending = { client, call, request, settings, deadline };
  try {
    const outcome = await attemptOnce(sending, 1);
    if (outcome.ok) return outcome.body;
    const decision = decideAndReport(sending, outcome, 1, false);
    if (decision.action === 'fail') throw outcome.error;
    return await repeat(sending, outcome, decision);
  } catch (error) {
    if (deadline.signal?.aborted) throw abortError(client.provider, call, deadline.signal.reason);
    if (error instanceof ApiError) throw error;
    // Of code that the application passed in, such as a rate budget of its own.
    throw createError(client.provider, call, `${error}`, { code: 'network', cause: error });
  } finally {
    deadline.end();
    call.progress.durationMs = client.now() - call.progress.startedAt;
  }
}
