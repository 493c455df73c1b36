import { isDeepStrictEqual } from 'node:util';
import { isRegExp } from 'node:util/types';
import { type Fault, pathRule } from '../faults/fault.ts';
import { isAt } from '../faults/faults.ts';
import {
  anyOf,
  anything,
  aString,
  invalid,
  isObject,
  oneOf,
  type RulesOf,
  readOptions,
  recordOf,
  strings,
  text,
  wholeNumber,
} from '../shared/check-fields.ts';
import type { ProviderName } from '../shared/provider-name.ts';
import type { SandboxRequest } from './requests.ts';

/** Conditions that the expected requests meet, and their number. Unset conditions match every request. */
export interface ExpectedRequest<Name extends string = ProviderName> {
  /** API that the request was sent to. */
  readonly provider?: Name | undefined;
  /** HTTP method, in any case. */
  readonly method?: string | undefined;
  /** Path below the provider's prefix (`/v1/search`), or a regular expression, as in faults. */
  readonly path?: Fault['path'];
  /** Query parameters that it must have, each with one value or with all its values in order. It may have others. */
  readonly query?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Headers that it must have. It may have others. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Body. A string is the whole body. An object contains fields that a JSON body or a form must have, including nested
   * ones; it may have others. Arrays and all other values must be equal.
   */
  readonly body?: unknown;
  /** Status of the response. */
  readonly status?: number | undefined;
  /** Number of such requests that should have arrived. Default: at least one. */
  readonly times?: number | undefined;
}

/** The requests that arrived, oldest first. */
export interface SandboxRequests<Name extends string = ProviderName> extends Array<SandboxRequest> {
  /**
   * Returns the matching requests, oldest first.
   *
   * @throws ExpectationError if their number is not as expected, which lists the requests that did arrive. ApiError
   * `invalid_params` for an unknown field or an invalid value.
   *
   * @example
   * sandbox.requests.expectReceived({ path: '/transactions/sync', times: 2, body: { count: 500 } });
   */
  expectReceived(expected: ExpectedRequest<Name>): SandboxRequest[];
}

/** Error of `expectReceived` if the requests that arrived are not those that were expected. */
export class ExpectationError extends Error {
  /** Always `ExpectationError`. */
  override readonly name = 'ExpectationError';
}

/** Creates the rules for the fields of an expected request in a sandbox of these APIs. */
export const expectedRules = (names: readonly string[]) =>
  ({
    provider: oneOf(...names),
    method: text('an HTTP method, such as "POST"', /^[\s\S]/),
    path: pathRule,
    query: recordOf(
      'an object of strings, or arrays of strings',
      anyOf('a string or an array of strings', aString, strings),
    ),
    headers: recordOf('an object of strings', aString),
    body: anything,
    status: wholeNumber(100, 599),
    times: wholeNumber(0),
  }) satisfies RulesOf<ExpectedRequest>;

/** Adds the check to an array of requests. */
export const withExpectations = (requests: SandboxRequest[], names: readonly string[]): SandboxRequests =>
  // Not enumerable, so that it does not count when the requests are compared with an array.
  Object.defineProperty(requests, 'expectReceived', {
    value: (expected: ExpectedRequest) => {
      const { isReceived, matching, message } = checkReceived(requests, expected, names);
      if (!isReceived) throw new ExpectationError(message());
      return matching;
    },
  }) as SandboxRequests;

/** Compares the requests that arrived with the expected ones. */
export function checkReceived(
  requests: readonly SandboxRequest[],
  expected: ExpectedRequest,
  names: readonly string[],
) {
  if (!isObject(expected))
    throw invalid('expected must be an object such as { path: "/v1/search", times: 1 }', 'expectReceived');
  const wanted = readOptions('', expected, expectedRules(names), 'expectReceived') as ExpectedRequest;
  const matching = requests.filter((request) => differencesOf(request, wanted).length === 0);
  const { times } = wanted;
  const isReceived = times === undefined ? matching.length > 0 : matching.length === times;
  return { isReceived, matching, message: () => describeReceived(requests, wanted, matching.length) };
}

/** Describes the differences between a request and the expectation; empty if it matches. */
function differencesOf(request: SandboxRequest, wanted: ExpectedRequest): string[] {
  const differences: string[] = [];
  const compare = (name: string, given: unknown, expected: unknown) => {
    if (expected !== undefined && !isDeepStrictEqual(given, expected))
      differences.push(`${name} is ${show(name, given)}, not ${show(name, expected)}`);
  };
  compare('provider', request.provider, wanted.provider);
  compare('method', request.method.toUpperCase(), wanted.method?.toUpperCase());
  if (!isAt(wanted.path, request.path)) differences.push(`path is not ${showPath(wanted.path)}`);
  compare('status', request.status, wanted.status);
  for (const [name, value] of Object.entries(wanted.query ?? {})) {
    const given = request.query.getAll(name);
    compare(`query.${name}`, typeof value === 'string' && given.length < 2 ? given[0] : given, value);
  }
  for (const [name, value] of Object.entries(wanted.headers ?? {}))
    compare(`headers.${name}`, request.headers.get(name) ?? undefined, value);
  if (wanted.body !== undefined) compareBody(request, wanted.body, compare);
  return differences;
}

type Compare = (name: string, given: unknown, expected: unknown) => void;

function compareBody(request: SandboxRequest, expected: unknown, compare: Compare): void {
  if (typeof expected === 'string') compare('body', request.body, expected);
  else comparePart('body', parse(request), expected, compare);
}

/** Compares objects field by field. The given one may have more fields. */
function comparePart(name: string, given: unknown, expected: unknown, compare: Compare): void {
  if (!isObject(expected) || !isObject(given)) compare(name, given, expected);
  else
    for (const [field, value] of Object.entries(expected))
      comparePart(`${name}.${field}`, given[field], value, compare);
}

/** Parses a body as JSON or as a form; returns the string if it is neither. */
function parse({ body, headers }: SandboxRequest): unknown {
  if (/^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? ''))
    return Object.fromEntries(new URLSearchParams(body));
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Maximum number of requests that a message lists. */
const listed = 20;

function describeReceived(requests: readonly SandboxRequest[], wanted: ExpectedRequest, count: number): string {
  const { times } = wanted;
  const lines = requests.slice(-listed).map((request) => {
    const differences = differencesOf(request, wanted);
    return `\n  ${describeRequest(request)}${differences.length > 0 ? `: ${differences.join('; ')}` : ' (matches)'}`;
  });
  const most = requests.length > lines.length ? ` (last ${lines.length} of ${requests.length})` : '';
  const expected = times === undefined ? 'at least 1 request' : times === 1 ? '1 request' : `${times} requests`;
  return `expectReceived: expected ${expected} ${describeWanted(wanted)}; ${count} arrived.\nRequests to the sandbox${most}:${lines.join('') || ' none'}`;
}

/** Describes a request, without its query, headers and body, which may contain secrets. */
export const describeRequest = ({ method, provider, path, status, fault }: SandboxRequest): string =>
  `${method} /${provider}${path} ${status ?? 'no response'}${fault ? ' (fault)' : ''}`;

function describeWanted({ times: _, path, ...conditions }: ExpectedRequest): string {
  const parts = Object.entries(conditions).flatMap(([name, value]) =>
    value === undefined ? [] : `${name} ${show(name, value)}`,
  );
  const all = [...(path === undefined ? [] : [`path ${showPath(path)}`]), ...parts];
  return all.length > 0 ? `with ${all.join(', ')}` : 'of any kind';
}

const showPath = (path: Fault['path']): string =>
  typeof path === 'string' || path === undefined
    ? String(path)
    : String(isRegExp(path) ? path : new RegExp(path.pattern, path.flags));

/** Names of fields whose values no message repeats. */
const secret = /token|secret|key|password|passwd|authorization|cookie|credential|code|verifier|assertion/i;

/** Formats a value for a message, without secrets and not too long. */
function show(name: string, value: unknown): string {
  if (value === undefined) return 'missing';
  if (secret.test(name)) return '[hidden]';
  const json = JSON.stringify(value, (field, each) => (secret.test(field) ? '[hidden]' : each));
  return json.length > 200 ? `${json.slice(0, 200)}…` : json;
}
