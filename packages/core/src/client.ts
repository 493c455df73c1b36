import type {
  Bound,
  CallOptions,
  CallSpec,
  EndpointSpec,
  EndpointTree,
  IdList,
  ListOptions,
  ListSpec,
  Schema,
} from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import {
  all,
  at,
  decodeCursor,
  encodeCursor,
  following,
  type LoadedPage,
  type PagedCall,
  type Position,
  pagedCall,
} from './pagination.ts';
import type { Provider } from './provider.ts';
import { createBudget, type RateState } from './rate-limit.ts';
import { type Call, createTransport } from './transport.ts';
import { checkerOf, explain } from './validation.ts';

/** A request that no declaration covers; see {@link Client.request}. */
export interface CustomRequest extends Partial<EndpointSpec> {
  /** Path below the API's base, without query. */
  path: string;
  /** Checks the answer. Default: anything passes. */
  response?: Schema;
  /** Values for the query, the JSON body, and `{name}` in the path. */
  values?: { query?: Record<string, unknown>; body?: Record<string, unknown>; path?: Record<string, unknown> };
}

const noEndpoint: EndpointSpec = { method: 'GET', path: '', auth: 'app-or-user', docs: '' };

/** A client: the methods of a tree of endpoints, and what all clients have. */
export type Client<Tree> = Bound<Tree> & {
  /** Reaches what no declaration covers, with the same credentials, budget, retries and errors. Default method: GET. */
  request<Result = unknown>(request: CustomRequest, options?: CallOptions): Promise<Result>;
  /** What is known of the rate limit that was used last. */
  readonly rateLimit: RateState | undefined;
};

type Params = Record<string, unknown>;

/**
 * Binds declared endpoints to a provider. The provider packages' own factories call it with all of their endpoints;
 * give it fewer to load fewer.
 *
 * @example
 * const client = createClient(streamProvider({ clientId, clientSecret }), { streams });
 */
export function createClient<const Tree extends object>(provider: Provider, tree: Tree): Client<Tree> {
  const { options: defaults } = provider;
  const now = () => (defaults.clock ?? Date).now();
  const budget = createBudget(now);
  const { send, fail, emit } = createTransport(provider, budget, now);
  const refuse = (reason: string, code: ErrorCode) => {
    throw fail(begin(`${provider.name} client`, createClient), reason, { code });
  };
  if (provider.serverOnly && !defaults.allowBrowser && 'document' in globalThis)
    refuse(
      'its credentials must not reach a browser. Call it from a server, or set allowBrowser: true',
      'not_supported',
    );
  for (const [name, value] of Object.entries({ ...provider.credentials, baseUrl: provider.baseUrl }))
    if (!value) refuse(`the option ${name} is missing. Get one at ${provider.signUp}`, 'unauthenticated');
  const grantsOf = provider.grants?.(
    (operation, endpoint, params) =>
      callOne({ operation, endpoint, options: {}, secrets: secretsIn(params), trace: {} }, params),
    emit,
  );

  function secretsIn(params: Params): string[] {
    return (provider.secretParams ?? []).map((name) => params?.[name]).filter((value) => typeof value === 'string');
  }

  /** Writes the request and sends it. */
  async function run(call: Call, params: Params, endpoint: EndpointSpec = call.endpoint): Promise<unknown> {
    const draft = {
      endpoint,
      params,
      query: pick(endpoint.query, params),
      body: pick(endpoint.body, params),
      headers: { accept: 'application/json' } as Record<string, string>,
    };
    provider.sign?.(draft);
    const { query, body, headers } = draft;
    const text = (name: string, value: unknown) =>
      encodeURIComponent(String(endpoint.encode?.[name]?.(value as never) ?? value));
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => text(name, params[name]));
    const pairs = Object.entries(query).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const values =
        Array.isArray(value) && !endpoint.encode?.[name] ? value.map((each) => text(name, each)) : [text(name, value)];
      return (provider.lists === 'comma' ? [values.join(',')] : values).map(
        (each) => `${encodeURIComponent(name)}=${each}`,
      );
    });
    const base = endpoint.host === 'auth' ? provider.authUrl : provider.baseUrl;
    const form = endpoint.bodyType === 'form';
    const hasBody = endpoint.body !== undefined || Object.keys(body).length > 0;
    if (hasBody) headers['content-type'] = form ? 'application/x-www-form-urlencoded' : 'application/json';
    const written = form ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);
    return send(call, {
      url: `${base}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
      headers,
      body: hasBody ? written : undefined,
      rule: provider.rate?.(draft),
      grants: grantsOf?.(endpoint.auth),
    });
  }

  /** The provider's answer as declared, or what the client's `validation` says. */
  function check(call: Call, schema: Schema, value: unknown, place = ''): void {
    const mode = defaults.validation ?? 'strict';
    if (mode === 'off' || checkerOf(schema)(value)) return;
    const message = `the answer is not as documented: ${place}${explain(schema, value)}`;
    if (mode === 'strict')
      throw fail(call, `${message}. Update the package, or set validation: 'report'`, { code: 'invalid_response' });
    emit({ type: 'drift', provider: provider.name, operation: call.operation, message });
    defaults.onDrift?.({ operation: call.operation, message });
  }

  function checkParams(call: Call, params: Params): void {
    const { endpoint } = call;
    const invalid = (reason: string) => fail(call, `${reason}. See ${endpoint.docs}`, { code: 'invalid_params' });
    if (typeof params !== 'object' || params === null) throw invalid('params must be an object');
    const schemas = [endpoint.params, endpoint.query, endpoint.body].filter((schema) => schema !== undefined);
    const known = schemas.flatMap((schema) => Object.keys(schema.entries));
    for (const name of Object.keys(params))
      if (params[name] !== undefined && !known.includes(name))
        throw invalid(`unknown parameter ${name}; known are ${known.join(', ') || 'none'}`);
    for (const schema of schemas) if (!checkerOf(schema)(params)) throw invalid(explain(schema, params));
    for (const name of Object.keys(endpoint.params?.entries ?? {}))
      if (/^\.{0,2}$/.test(String(params[name]))) throw invalid(`${name}: '${params[name]}' cannot stand in a path`);
  }

  /** Notes the caller's stack, so that errors point at his line. */
  function begin(
    operation: string,
    method: (...args: never[]) => unknown,
    endpoint = noEndpoint,
    params: Params = {},
    options: CallOptions = {},
  ): Call {
    const trace: { stack?: string } = {};
    Error.captureStackTrace?.(trace, method);
    return { operation, endpoint, options, secrets: secretsIn(params), trace };
  }

  async function callOne(call: Call<CallSpec>, params: Params): Promise<unknown> {
    const { as = 'json', response, unwrap } = call.endpoint;
    checkParams(call, params);
    const body = await run(call, params);
    if (as !== 'json') return body;
    check(call, response, body);
    return unwrap ? at(body, unwrap) : body;
  }

  function callList(call: Call<ListSpec>, params: Params, options: ListOptions): PagedCall<unknown> {
    const { paging, ids, item: itemSchema } = call.endpoint;
    const moving: string[] =
      paging.kind === 'cursor'
        ? [paging.param]
        : paging.kind === 'offset'
          ? [paging.offset]
          : paging.kind === 'page'
            ? [paging.page]
            : [];
    const [place] = moving;
    const ignored = [...moving, ...(provider.secretParams ?? [])];
    const identity = Object.entries(params)
      .filter(([name, value]) => value !== undefined && !ignored.includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const operation = `${provider.name}/${call.operation}`;
    const repeated = () =>
      fail(call, 'the list does not end: the server repeats a cursor or gives nothing but empty pages', {
        code: 'invalid_response',
      });
    const chunks = ids ? chunksOf(ids.params, ids.max, params) : [params];

    async function load(asked: Position | undefined, stop?: AbortSignal): Promise<LoadedPage<unknown>> {
      checkParams(call, params);
      let position = asked;
      if (!position && options.cursor !== undefined) {
        const read = decodeCursor(operation, options.cursor, identity);
        if (typeof read === 'string')
          throw fail(
            call,
            `the cursor cannot be used: ${read}. Start from the beginning, or use a cursor of this very list`,
            { code: 'invalid_cursor' },
          );
        position = read;
      }
      const [chunk, here] = position ?? [0];
      if (!chunks[chunk])
        return { items: [], next: undefined, total: 0, missing: [], raw: undefined, after: undefined, rest: [] };
      const sent: Params = { ...chunks[chunk], ...(place && here !== undefined && { [place]: here }) };
      // The API serves nothing behind `end`: the last page asks for what is left of it.
      if (paging.kind === 'offset' && paging.end && sent[paging.size])
        sent[paging.size] = Math.min(Number(sent[paging.size]), paging.end - Number(here ?? sent[paging.offset] ?? 0));
      const signals = [options.signal, stop].filter((signal) => signal !== undefined);
      const [signal] = signals.length > 1 ? [AbortSignal.any(signals)] : signals;
      const body = await run({ ...call, options: { ...options, ...(signal && { signal }) } }, sent);
      // A member that is one object counts as a list of it, and holes stand for what an API does not show.
      const parts = all(body, paging.items).flat();
      const items = parts.filter((item) => item !== undefined && item !== null);
      if (all(body, paging.items).every((part) => typeof part !== 'object' || part === null))
        throw fail(call, `the answer is not as documented: no list at ${paging.items || 'the top'}`, {
          code: 'invalid_response',
        });
      items.forEach((item, index) => {
        check(call, itemSchema, item, `item ${index}: `);
      });
      const { next, total, rest } = following(paging, sent, here, body, parts.length);
      if (next !== undefined && next === here) throw repeated();
      const last = chunk + 1 >= chunks.length;
      const after: Position | undefined = next !== undefined ? [chunk, next] : last ? undefined : [chunk + 1];
      const later = chunks.slice(chunk + 1).map((_, index): Position => [chunk + 1 + index]);
      return {
        items,
        next: after && encodeCursor(operation, after, identity),
        total: chunks.length > 1 ? undefined : total,
        missing: ids && missingOf(ids, sent, parts, items),
        raw: body,
        after,
        rest: rest
          ? [...rest.map((one): Position => [chunk, one]), ...(chunks.length > 1 ? later : [])]
          : paging.kind === 'single'
            ? later
            : undefined,
      };
    }

    return pagedCall(load, repeated, options);
  }

  function bind(branch: object, prefix: string): Params {
    const bound: Params = {};
    for (const [name, node] of Object.entries(branch as EndpointTree)) {
      const operation = prefix + name;
      if (typeof node.path !== 'string') {
        bound[name] = bind(node, `${operation}.`);
        continue;
      }
      const spec = node as CallSpec | ListSpec;
      bound[name] = function method(params: Params = {}, options: ListOptions = {}) {
        const call = begin(operation, method, spec, params, options);
        return 'paging' in spec
          ? callList(call as Call<ListSpec>, params, options)
          : callOne(call as Call<CallSpec>, params);
      };
    }
    return bound;
  }

  async function request(custom: CustomRequest, options: CallOptions = {}): Promise<unknown> {
    const { values = {}, response, ...rest } = custom;
    const spec: EndpointSpec = { method: 'GET', auth: 'key', docs: '', ...rest };
    const call = begin(
      `request ${spec.method} ${spec.path}`,
      request,
      spec,
      { ...values.body, ...values.query },
      options,
    );
    const entries = (part: object | undefined) => ({ entries: part ?? {} }) as never;
    const written = { ...spec, query: entries(values.query), ...(values.body && { body: entries(values.body) }) };
    const body = await run(call, { ...values.path, ...values.body, ...values.query }, written);
    if (response) check(call, response, body);
    return body;
  }

  return Object.defineProperty({ ...bind(tree, ''), request }, 'rateLimit', { get: () => budget.state() }) as never;
}

function pick(schema: EndpointSpec['query'], params: Params): Params {
  const picked: Params = {};
  for (const name of Object.keys(schema?.entries ?? {})) if (params[name] !== undefined) picked[name] = params[name];
  return picked;
}

/** The params once per request that a list of ids takes, none for an empty list; the params as they are without ids. */
function chunksOf(names: readonly string[], max: number, params: Params): Params[] {
  const ids = names.flatMap((name) => [params[name] ?? []].flat().map((id) => [name, id] as const));
  if (names.every((name) => params[name] === undefined)) return [params];
  const rest = Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));
  const chunks: Params[] = [];
  for (let start = 0; start < ids.length; start += max) {
    const chunk: Record<string, unknown[]> = {};
    for (const [name, id] of ids.slice(start, start + max)) {
      chunk[name] ??= [];
      chunk[name].push(id);
    }
    chunks.push({ ...rest, ...chunk });
  }
  return chunks;
}

/** Ids that were asked for and are not among the answer's entries. */
function missingOf(
  { match, params: [first = ''], positional }: IdList,
  sent: Params,
  entries: unknown[],
  items: unknown[],
) {
  const asked = (name: string) => [sent[name] ?? []].flat().map(String);
  if (positional) return asked(first).filter((_, index) => entries[index] === null);
  const norm = (id: unknown) => String(id).toLowerCase(); // logins and names are matched without case
  return (
    match &&
    Object.entries(match).flatMap(([name, member]) => {
      const found = new Set(items.map((item) => norm(at(item, member))));
      return asked(name).filter((id) => !found.has(norm(id)));
    })
  );
}
