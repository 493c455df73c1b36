import type { EndpointSpec } from '../declare/endpoint.ts';
import type { Draft, GrantsOf, Provider } from '../declare/provider.ts';
import type { refusal } from '../errors.ts';
import type { Call, ClientContext, PreparedRequest } from '../pipeline/call.ts';
import { send } from '../pipeline/send.ts';
import { withoutTrailingSlash } from './address.ts';
import type { BoundOptions } from './bound-options.ts';
import { type BuiltRequest, buildRequest } from './build-request.ts';
import { problemOfHeaders } from './check-headers.ts';
import { invalidParams, pick } from './check-params.ts';

type Params = Readonly<Record<string, unknown>>;

/** What the calls of a bound client share. @internal */
export interface BoundClient extends ClientContext {
  /** Where the calls get their grants. */
  readonly grantsOf: GrantsOf;
  /** The options that all calls are bound to by `with`. Default: none. */
  readonly bound?: BoundOptions | undefined;
  /** Whether the client has `health` and `close`. The clients of accounts do not: they end with theirs. Default `false`. */
  readonly isRoot?: boolean;
}

/** The values of a request by the place in which they travel. @internal */
export interface RequestValues {
  readonly path: Params;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown>;
}

/** Builds the request of a call, and sends it. @internal */
export async function sendPrepared(
  client: BoundClient,
  call: Call,
  params: Params,
  values?: RequestValues,
): Promise<unknown> {
  return send(client, call, prepareRequest(client, call, params, values));
}

/**
 * Builds the request of a call: the values of the caller, what the provider adds to each request, and what it counts and is
 * authorized by.
 *
 * @throws ApiError `invalid_params` when a value cannot be sent.
 */
function prepareRequest(
  { provider, grantsOf }: BoundClient,
  call: Call,
  params: Params,
  values = valuesOf(call.endpoint, params),
): PreparedRequest {
  const { endpoint } = call;
  const headers: Record<string, string> = { accept: 'application/json' };
  const draft: Draft = { endpoint, params, query: values.query, body: values.body, headers };
  provider.sign?.(draft);
  const { url, body } = build(provider, call, values);
  if (body !== undefined) headers['content-type'] = endpoint.contentType ?? 'application/json';
  if (call.options.headers !== undefined) addHeaders(provider, call, headers);
  return { url, headers, body, rules: [provider.rate?.(draft) ?? []].flat(), grants: grantsOf(draft) };
}

/** Adds the headers of the caller to those of the client. */
function addHeaders(provider: Provider, call: Call, headers: Record<string, string>): void {
  const { headers: given } = call.options;
  const problem = problemOfHeaders(given, headers);
  if (problem !== undefined) throw invalidParams(provider, call, problem);
  for (const [name, value] of Object.entries(given ?? {})) {
    headers[name.toLowerCase()] = value;
    call.secrets.add(value); // a server may repeat it in an error
  }
}

function build(provider: Provider, call: Call, values: RequestValues): BuiltRequest {
  const { endpoint } = call;
  const base = withoutTrailingSlash((endpoint.host === 'auth' ? provider.authUrl : provider.baseUrl) ?? '');
  try {
    return buildRequest({ endpoint, base, lists: provider.lists, ...values });
  } catch (error) {
    const { refusal: code, message } = error as Partial<ReturnType<typeof refusal>>;
    throw code === 'invalid_params' ? invalidParams(provider, call, String(message)) : error;
  }
}

/** The params of a declared call by the place in which they travel. */
const valuesOf = ({ query, body }: EndpointSpec, params: Params): RequestValues => ({
  path: params,
  query: pick(query, params),
  body: pick(body, params),
});
