import type { Call, Stage } from '../call/call.ts';
import { runInScope } from '../call/observe.ts';
import type { CallEndEvent } from '../declare/events.ts';
import { isApiError } from '../errors/api-error.ts';

/** Counts a call, records how it ended, and reports its start and end. A closed client refuses it. */
export const observeCall: Stage = async (call, next) => {
  const { lifecycle, events } = call.client;
  call.eventFields = events?.fieldsOf(call);
  const scope = call.report({ type: 'call_start' });
  if (!isAccepted(call)) {
    const error = call.closed();
    reportEnd(call, 'error', error.code);
    throw error;
  }
  lifecycle.callStarted();
  try {
    const result = await (scope === undefined ? next(call) : runInScope(scope, () => next(call)));
    lifecycle.callSucceeded(call.shownOperation);
    reportEnd(call, 'success');
    return result;
  } catch (error) {
    const code = isApiError(error) ? error.code : undefined;
    if (isAborted(call, error)) reportEnd(call, 'aborted');
    else {
      if (code) lifecycle.callFailed(call.shownOperation, code);
      reportEnd(call, 'error', code);
    }
    throw error;
  } finally {
    lifecycle.callEnded();
  }
};

/**
 * Whether a call may start. While the client is closing, token requests and further pages of calls in progress are
 * still sent.
 */
function isAccepted({ client, own, list }: Call): boolean {
  const { state } = client.lifecycle;
  if (state === 'closing') return own !== undefined || (list !== undefined && list.page > 1);
  return state === 'open';
}

/** Whether a call was ended by its caller. */
const isAborted = ({ signals }: Call, error: unknown): boolean =>
  isApiError(error, 'aborted') || signals.some((signal) => signal.aborted && signal.reason === error);

function reportEnd(call: Call, outcome: CallEndEvent['outcome'], code?: CallEndEvent['code']): void {
  if (!call.eventFields) return;
  const { status, attempts, startedAt, bytes } = call.progress;
  const durationMs = call.now() - startedAt;
  const requestId = call.shownRequestId;
  call.report({ type: 'call_end', outcome, code, status, attempts, durationMs, requestId, bytes });
}
