import type { ErrorMatch, ErrorRule, Failure, ReportedError } from '../declare/error-rules.ts';

/** Rules indexed by the provider codes that they name, so that a table of many codes is not searched from its start. */
interface RuleIndex {
  /** For each code that a rule names, all rules that may match it, in table order. */
  readonly byCode: ReadonlyMap<string, readonly ErrorRule[]>;
  /** Rules that name no code, which are all that may match any other code. */
  readonly others: readonly ErrorRule[];
}

/** Indexes, keyed by the table they were built from, which all clients of one provider share. */
const indexes = new WeakMap<readonly ErrorRule[], RuleIndex>();

/**
 * Finds the meaning of an error response: the first rule whose conditions all hold. Undefined if there is none.
 *
 * @internal
 */
export function findErrorRule(
  rules: readonly ErrorRule[],
  failure: Failure,
  reported: ReportedError,
): ErrorRule | undefined {
  let index = indexes.get(rules);
  if (!index) {
    index = createIndex(rules);
    indexes.set(rules, index);
  }
  const { providerCode } = reported;
  const candidates = (providerCode !== undefined && index.byCode.get(providerCode)) || index.others;
  return candidates.find(({ match }) => matches(match, failure, reported));
}

function createIndex(rules: readonly ErrorRule[]): RuleIndex {
  const byCode = new Map<string, ErrorRule[]>();
  const others: ErrorRule[] = [];
  const codes = new Set(rules.flatMap(({ match }) => toList(match.providerCode ?? [])));
  for (const code of codes) byCode.set(code, []);
  for (const rule of rules) {
    const { providerCode } = rule.match;
    const lists = [...byCode].filter(([code]) => providerCode === undefined || toList(providerCode).includes(code));
    for (const [, list] of lists) list.push(rule);
    if (providerCode === undefined) others.push(rule);
  }
  return { byCode, others };
}

/** Maximum number of message characters to match. Patterns with `.*` take long on a message of many megabytes. */
const longestMessage = 10_000;

/** Whether all conditions hold, apart from the provider's code, which the index has checked. */
function matches(match: ErrorMatch, failure: Failure, reported: ReportedError): boolean {
  const { host, status, message, path, when } = match;
  const { endpoint } = failure;
  return (
    (host === undefined || host === (endpoint.host ?? 'api')) &&
    (status === undefined || toList(status).includes(failure.status)) &&
    // Do not use `test`: with the flag g or y, it starts where the last match ended.
    (message === undefined ||
      (reported.message !== undefined && reported.message.slice(0, longestMessage).search(message) >= 0)) &&
    (path === undefined || toList(path).includes(endpoint.path)) &&
    (when === undefined || when(failure, reported))
  );
}

function toList<Value extends string | number>(values: Value | readonly Value[]): readonly Value[] {
  return typeof values === 'object' ? values : [values];
}
