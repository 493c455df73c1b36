import type { ErrorMatch, ErrorRule, Failure, ReportedError } from '../declare/error-rules.ts';

/** Finds the meaning of an error response: the first rule whose conditions all hold. Undefined if there is none. */
export const findErrorRule = (
  rules: readonly ErrorRule[],
  failure: Failure,
  reported: ReportedError,
): ErrorRule | undefined => rules.find(({ match }) => matches(match, failure, reported));

/** Maximum number of message characters to match. Patterns with `.*` take long on a message of many megabytes. */
const longestMessage = 10_000;

function matches(match: ErrorMatch, failure: Failure, reported: ReportedError): boolean {
  const { host, status, providerCode, message, path, when } = match;
  const { endpoint } = failure;
  return (
    (host === undefined || host === (endpoint.host ?? 'api')) &&
    isOneOf(status, failure.status) &&
    isOneOf(providerCode, reported.providerCode) &&
    // Do not use `test`: with the flag g or y, it starts where the last match ended.
    (message === undefined ||
      (reported.message !== undefined && reported.message.slice(0, longestMessage).search(message) >= 0)) &&
    isOneOf(path, endpoint.path) &&
    (when === undefined || when(failure, reported))
  );
}

/** Whether a value is the expected one, or one of several. Anything is if none is expected. */
const isOneOf = <Value>(expected: Value | readonly Value[] | undefined, value: Value | undefined): boolean =>
  expected === undefined || [expected].flat().includes(value as never);
