import { noOptions } from '../call/bound-options.ts';
import { Call } from '../call/call.ts';
import type { ClientContext } from '../call/context.ts';
import type { Trace } from '../call/operation.ts';
import type { ApiCall } from '../declare/api-call.ts';
import { type EndpointSpec, operationsOf } from '../declare/endpoint.ts';
import type { RequestOptions } from '../declare/request-options.ts';
import type { Params } from '../pipeline/check-input.ts';
import { callEndpoint } from '../pipeline/pipeline.ts';
import { isObject, kindOf } from '../shared/describe-value.ts';
import { oncePer } from '../shared/once.ts';

/** Stands in for the declaration of a request that no declaration covers. */
const noEndpoint: EndpointSpec = { method: 'GET', path: '', auth: 'app-or-user', docs: '' };

/** Client, stack and declarations for a request that no method covers. */
export interface Requester {
  readonly client: ClientContext;
  /** Declarations of the client. */
  readonly tree: object;
  readonly trace: Trace;
}

/** Sends a request that no method covers; see `ClientMethods.request`. */
export function sendRequest(
  { client, tree, trace }: Requester,
  given: [path: string, params?: Params, options?: RequestOptions],
): ApiCall<unknown> {
  const [target, params = {}, all = noOptions] = client.provider.completeRequest?.(...given) ?? given;
  // Callers without TypeScript may pass anything, so the promise rejects instead of this function throwing.
  const { declared, query, body, options } = readRequestOptions(all);
  const [, method = 'GET', path = target] = methodAndPath.exec(String(target)) ?? [];
  const problem = problemOfValues({ params, query, body });
  const values = placeValues(method, path, { params, query, body });
  const spec = { ...noEndpoint, ...declared, method, path, body: values.body && { entries: values.body } };
  const template = client.events ? toTemplate(path, listSegments(tree)) : '';
  const custom = { ...values, body: values.body ?? {}, template, problem };
  const operation = `request ${method} ${path}`;
  const init = { operation, endpoint: spec as never as EndpointSpec, params, options, trace, custom };
  const call = new Call(client, init);
  return call.progress.addTo(callEndpoint(call));
}

/** Method and path, as in `PUT /v1/me`. */
const methodAndPath = /^(GET|POST|PUT|PATCH|DELETE) (.*)$/s;

/** The options of a request, split into its endpoint's declaration, its values, and the options that all calls have. */
function readRequestOptions(given: RequestOptions) {
  if (!isObject(given)) return { options: given };
  const all: Record<string, unknown> = {};
  for (const name in given) all[name] = given[name as keyof RequestOptions]; // includes inherited options
  const { query, body, auth, scopes, contentType, write, encode, as, host, idempotent, docs, response, ...options } =
    all as RequestOptions;
  const declared = { auth, scopes, contentType, write, encode, as, host, idempotent, docs, response };
  return { declared: withoutUndefined(declared), query, body, options };
}

/** Groups the values of a request by where they are sent. Undefined values are left out. */
function placeValues(
  method: string,
  path: string,
  groups: { params: Params; query: Params | undefined; body: Params | undefined },
) {
  const inPath = new Set([...String(path).matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const given = Object.entries(withoutUndefined(groups.params));
  const rest = Object.fromEntries(given.filter(([name]) => !inPath.has(name)));
  const inQuery = method === 'GET' || method === 'DELETE';
  const body = { ...(!inQuery && rest), ...withoutUndefined(groups.body) };
  return {
    path: Object.fromEntries(given.filter(([name]) => inPath.has(name))),
    query: { ...(inQuery && rest), ...withoutUndefined(groups.query) },
    body: groups.body || Object.keys(body).length > 0 ? body : undefined,
  };
}

/** Describes the problem with a group of a request's values; undefined if there is none. */
function problemOfValues(groups: Readonly<Record<string, unknown>>): string | undefined {
  const wrong = Object.entries(groups).find(([, group]) => group !== undefined && !isObject(group));
  return wrong && `${wrong[0]} must be an object, which has a value for each name; got ${kindOf(wrong[1])}`;
}

/** Returns the segments of all paths that a tree declares. */
const listSegments = oncePer((tree: object) => new Set(operationsOf(tree).flatMap(([, { path }]) => path.split('/'))));

/** Replaces each segment that no declared path has with `{value}`, because it may be a user's name. */
const toTemplate = (path: unknown, declared: ReadonlySet<string>): string =>
  String(path)
    .split('/')
    .map((segment) => (declared.has(segment) || /^(v\d{1,2}|\{\w+\})$/.test(segment) ? segment : '{value}'))
    .join('/');

const withoutUndefined = (values: object | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(Object(values)).filter(([, value]) => value !== undefined));
