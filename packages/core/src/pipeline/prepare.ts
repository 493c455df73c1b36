import type { Call, PreparedRequest, RequestValues, Stage } from '../call/call.ts';
import { reportOnce } from '../call/report-drift.ts';
import type { Draft } from '../declare/provider.ts';
import type { CodedError } from '../errors/api-error.ts';
import { buildRequest, problemOfPath } from './build-request.ts';
import { problemOfHeaders } from './check-headers.ts';
import { type Params, pick, travelsIn } from './check-input.ts';

/**
 * Builds the request of a call from the caller's values and the provider's additions to each request, and determines
 * the buckets it counts against and its grants. Reports undocumented params, because only now is it clear that they can
 * be sent.
 *
 * @throws ApiError `invalid_params` when a value cannot be sent.
 */
export const prepare: Stage = (call, next) => {
  call.request = prepareRequest(call);
  for (const { place, message, key } of call.undocumented?.differences ?? [])
    reportOnce(call, { about: 'params', place, message }, key);
  return next(call);
};

function prepareRequest(call: Call): PreparedRequest {
  const { endpoint } = call;
  const { provider, grants } = call.client;
  const problem = call.custom && problemOfPath(endpoint.path);
  if (problem !== undefined) throw call.invalid(`path ${problem}`);
  const values = call.custom ?? readValues(call);
  const params = call.custom ? { ...values.path, ...values.query, ...values.body } : (call.params as Params);
  const headers: Record<string, string> = { accept: 'application/json' };
  const draft: Draft = { endpoint, params, query: values.query, body: values.body, headers };
  provider.sign?.(draft);
  const { url, body } = build(call, values);
  if (body !== undefined) headers['content-type'] = endpoint.contentType ?? 'application/json';
  if (call.options.headers !== undefined) addHeaders(call, headers);
  const rules = [provider.rate?.(draft) ?? []].flat();
  return { url, headers, body, rules, grants: grants[endpoint.auth], draft, isReplayed: false };
}

/** Adds the caller's headers to the client's. */
function addHeaders(call: Call, headers: Record<string, string>): void {
  const { headers: given } = call.options;
  const problem = problemOfHeaders(given, headers);
  if (problem !== undefined) throw call.invalid(problem);
  for (const [name, value] of Object.entries(given ?? {})) {
    headers[name.toLowerCase()] = value;
    call.secrets.add(value); // a server may echo it in an error
  }
}

function build(call: Call, values: RequestValues): Pick<PreparedRequest, 'url' | 'body'> {
  const { endpoint, client } = call;
  const base = call.base ?? client.addresses[endpoint.host ?? 'api'];
  try {
    return buildRequest({ endpoint, base, lists: client.provider.lists, ...values });
  } catch (error) {
    const { errorCode, message } = error as Partial<CodedError>;
    throw errorCode === 'invalid_params' ? call.invalid(String(message)) : error;
  }
}

/** Groups the params of a declared call by where they are sent. */
function readValues({ endpoint, params, undocumented }: Call): RequestValues {
  const { params: inPath, query, body, arrange } = endpoint;
  const given = params as Params;
  const declared = () => Object.assign({}, ...[inPath, query, body].map((schema) => pick(schema, given)));
  const values: RequestValues = arrange
    ? { path: {}, query: {}, body: {}, ...arrange(declared() as never) }
    : { path: given, query: pick(query, given), body: pick(body, given) };
  for (const name of undocumented?.extras ?? []) values[travelsIn(endpoint)][name] = given[name];
  return values;
}
