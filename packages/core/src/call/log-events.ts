import type { CallEndEvent, ClientEvent, DriftEvent, EventFields, TokenEvent } from '../declare/events.ts';
import type { ErrorCode } from '../errors/api-error.ts';
import { checkOptions } from '../options/check-options.ts';
import * as optionKind from '../options/option-kind.ts';

type Level = 'debug' | 'info' | 'warn' | 'error';

/**
 * Logger for {@link logEvents}. If it has a `child` method, as the loggers of pino, bunyan and Fastify do, it is called
 * with an object of fields and a message. Otherwise it is called with a single string, as `console` is.
 */
export interface EventLogger {
  /** Writes calls that succeeded on the first request, or were aborted. */
  readonly debug: (...values: never[]) => unknown;
  /** Writes calls that succeeded after retries, or failed with `not_found`. */
  readonly info: (...values: never[]) => unknown;
  /** Writes other failed calls, drift, grants that the token store does not accept, and consents that end soon. */
  readonly warn: (...values: never[]) => unknown;
  /** Writes calls that failed because something has to change, or for an unknown reason. */
  readonly error: (...values: never[]) => unknown;
  /** Never called. A logger that has this method gets an object of fields and a message. */
  readonly child?: unknown;
}

const loggerRules = {
  logger: optionKind.required(optionKind.objectWith('a logger', ['debug', 'info', 'warn', 'error'])),
};

/**
 * Levels of failures that require changing the application or its configuration, or require nothing; others are `warn`.
 */
const levelOfCode: Partial<Record<ErrorCode, Level>> = {
  not_found: 'info',
  invalid_params: 'error',
  unauthenticated: 'error',
  rejected: 'error',
  invalid_response: 'error',
  not_supported: 'error',
};

/** Maximum number of drift places that one logger reports. */
const mostPlaces = 100;

/**
 * Creates an `onEvent` function that writes one line for each call once it has ended: operation, outcome, status,
 * duration, number of requests if there was more than one, and the request ID and call ID. Token requests are logged as
 * separate calls.
 *
 * | Level | Calls |
 * | --- | --- |
 * | `debug` | succeeded on the first request, or were aborted |
 * | `info` | succeeded after retries, or failed with `not_found` |
 * | `warn` | failed with any other code |
 * | `error` | failed with `invalid_params`, `unauthenticated`, `rejected`, `invalid_response` or `not_supported`, or in your own code |
 *
 * It also warns about a user's consent that ends soon, about a grant that the token store does not accept, and once
 * about each place where a response differs from the documentation (at most 100 places). Lines hold no secret, because
 * events hold none.
 *
 * @param logger `console`, or a logger like pino, which gets all fields of the event.
 * @throws ApiError `invalid_params` when `logger` lacks one of the methods.
 * @example
 * const client = createFoodClient({ apiKey, onEvent: logEvents(console) });
 */
export function logEvents(logger: EventLogger): (event: ClientEvent) => void {
  checkOptions({ provider: 'core', operation: 'logEvents', below: logEvents }, { logger }, loggerRules);
  const isStructured = typeof logger.child === 'function';
  const places = new Set<string>();

  function write(level: Level, event: EventFields, text: string): void {
    // A server chooses the request ID, so it must neither start another line nor control a terminal.
    const line = `${event.provider} ${text}, call ${event.callId}`.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
    const values = isStructured ? [event, line] : [line];
    logger[level](...(values as never[]));
  }

  function isNew({ provider, operation, place }: DriftEvent): boolean {
    const key = `${provider} ${operation} ${place}`;
    return places.size < mostPlaces && places.size < places.add(key).size;
  }

  return (event) => {
    if (event.type === 'call_end') write(chooseLevel(event), event, endInWords(event));
    else if (event.type === 'token') {
      const text = tokenInWords(event);
      if (text) write('warn', event, text);
    }
    if (event.type === 'drift' && isNew(event))
      write('warn', event, `${event.operation}: the response is not as documented at ${event.place}: ${event.message}`);
  };
}

function chooseLevel({ outcome, code, attempts }: CallEndEvent): Level {
  if (outcome === 'aborted') return 'debug';
  if (outcome === 'success') return attempts > 1 ? 'info' : 'debug';
  return code === undefined ? 'error' : (levelOfCode[code] ?? 'warn');
}

function endInWords(event: CallEndEvent): string {
  const { operation, page, outcome, code, status, durationMs, attempts, requestId, account } = event;
  const what = [operation, page && `page ${page}`, outcome, code, status && `(${status})`].filter(Boolean).join(' ');
  return [
    `${what} in ${Math.round(durationMs)} ms`,
    attempts !== 1 && `${attempts} requests`,
    requestId && `request ID ${requestId}`,
    account && `account ${account}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Describes a change to a grant that needs attention; undefined for any other. */
function tokenInWords({ outcome, account, endsAt = 0 }: TokenEvent): string | undefined {
  if (outcome === 'not_stored')
    return `oauth: the token store does not accept the new grant of account ${account}. The client keeps trying; check the store`;
  if (outcome !== 'ending') return undefined;
  return `oauth: the consent of account ${account} ends at ${new Date(endsAt).toISOString()}. The user has to sign in again`;
}
