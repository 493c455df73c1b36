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
  type Following,
  hashOf,
  type LoadedPage,
  type PagedCall,
  type Position,
  pagedCall,
} from './pagination.ts';
import { type Provider, timeOf } from './provider.ts';
import { budgetOf, type RateState } from './rate-limit.ts';
import { type Call, createTransport } from './transport.ts';
import { accepts, explain } from './validation.ts';

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
  /**
   * Forgets everything known of the client's rate limits: what was counted, refused or reported by responses. Use it when a
   * limit was raised, or closed by mistake; calls that wait for a limit are sent as far as the full limit allows.
   *
   * It is about the limits that this client's calls count against: those of the application, and on a client of
   * `withAccount` also those of the account. With `redisBudget` they are forgotten for the whole fleet.
   *
   * @throws `ApiError` `unavailable` when a shared budget cannot be reached, `not_supported` when a budget of your own has no
   * `reset`.
   */
  resetLimits(): Promise<void>;
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
  const now = () => timeOf(defaults);
  const budget = provider.budget ?? budgetOf(provider);
  const { send, fail, emit } = createTransport(provider, budget, now);
  const unset = Object.entries({ ...provider.credentials, baseUrl: provider.baseUrl }).find(([, value]) => !value);
  const exposed = provider.serverOnly && !defaults.allowBrowser && 'document' in globalThis;
  if (exposed || unset)
    throw fail(
      begin(`${provider.name} client`, createClient),
      exposed
        ? 'its credentials must not reach a browser. Use a server, or set allowBrowser: true'
        : `the option ${unset?.[0]} is missing. Get one at ${provider.signUp}`,
      { code: exposed ? 'not_supported' : 'unauthenticated' },
    );
  const grantsOf = provider.grants?.({
    send: (operation, endpoint, params) =>
      callOne({ operation, endpoint, options: {}, secrets: new Set(), params, trace: {} }, params),
    fail: (operation, code, message, providerCode) =>
      fail(begin(operation, createClient), message, { code, providerCode }),
    emit,
  });

  /** Writes the request and sends it. */
  async function run(call: Call, params: Params): Promise<unknown> {
    const { endpoint } = call;
    const draft = {
      endpoint,
      params,
      query: pick(endpoint.query, params),
      body: pick(endpoint.body, params),
      headers: { accept: 'application/json' } as Record<string, string>,
    };
    provider.sign?.(draft);
    const { query, body, headers } = draft;
    const comma = provider.lists === 'comma';
    const write = (name: string, value: unknown): string => {
      const own = endpoint.encode?.[name];
      const text = own ? own(value as never) : String(value);
      if (!text.isWellFormed()) throw invalid(call, `${name}: half of a character`);
      return encodeURIComponent(text);
    };
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = params[name];
      // Nothing, '.' and '..' would make it another path.
      if (value === undefined || /^\.{0,2}$/.test(String(value)))
        throw invalid(call, `${name}: '${value}' cannot be in a path`);
      return write(name, value);
    });
    const pairs = Object.entries(query)
      .filter(([, value]) => !Array.isArray(value) || value.length > 0)
      .map(([name, value]) => {
        const key = `${encodeURIComponent(name)}=`;
        if (!Array.isArray(value) || endpoint.encode?.[name]) return key + write(name, value);
        return key + value.map((each) => write(name, each)).join(comma ? ',' : `&${key}`);
      });
    const base = endpoint.host === 'auth' ? provider.authUrl : provider.baseUrl;
    const hasBody = endpoint.body !== undefined || Object.keys(body).length > 0;
    if (hasBody) headers['content-type'] = endpoint.contentType ?? 'application/json';
    return send(call, {
      url: `${base}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
      headers,
      body: hasBody ? (endpoint.write ?? JSON.stringify)(body as never) : undefined,
      rule: provider.rate?.(draft),
      grants: grantsOf?.(draft),
    });
  }

  /** The provider's answer as declared, or what the client's `validation` says. */
  function check(call: Call, schema: Schema, value: unknown, item?: number): void {
    const mode = defaults.validation ?? 'strict';
    if (mode === 'off' || accepts(schema, value)) return;
    const place = item === undefined ? '' : `item ${item}: `;
    const message = `the answer is not as documented: ${place}${explain(schema, value)}`;
    if (mode === 'strict')
      throw fail(call, `${message}. Update the package, or set validation: 'report'`, { code: 'invalid_response' });
    emit({ type: 'drift', provider: provider.name, operation: call.operation, message });
    defaults.onDrift?.({ operation: call.operation, message });
  }

  const invalid = (call: Call, reason: string) =>
    fail(call, `${reason}. See ${call.endpoint.docs}`, { code: 'invalid_params' });

  function checkParams(call: Call, params: Params): void {
    const { endpoint } = call;
    if (Object(params) !== params) throw invalid(call, 'params must be an object');
    const schemas = [endpoint.params, endpoint.query, endpoint.body].filter((schema) => !!schema);
    const known = schemas.flatMap((schema) => Object.keys(schema.entries));
    for (const name of Object.keys(params))
      if (params[name] !== undefined && !known.includes(name))
        throw invalid(call, `unknown parameter ${name}; known are ${known.join(', ') || 'none'}`);
    // What will be sent, wherever the object has it from.
    for (const schema of schemas)
      if (!accepts(schema, pick(schema, params))) throw invalid(call, explain(schema, params));
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
    return { operation, endpoint, options, secrets: new Set(), params, trace };
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
    const place = 'param' in paging ? paging.param : '';
    const operation = `${provider.name}/${call.operation}`;
    const wrong = (what: string, code: ErrorCode = 'invalid_response') => fail(call, what, { code });
    const repeated = () => wrong('the list does not end: its cursor repeats, or pages stay empty');

    /** Checks the params, once for all pages; what tells this list from others, and the params of each of its requests. */
    function plan() {
      checkParams(call, params);
      const identity = Object.entries(params)
        .filter(([name, value]) => value !== undefined && name !== place && !provider.secretParams?.includes(name))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        // Each page's cursor is made of it: lists may be long.
        .map(([name, value]) => [name, Array.isArray(value) ? hashOf(value) : value]);
      return { identity, chunks: ids ? chunksOf(ids.params, ids.max, params) : [params] };
    }
    let planned: ReturnType<typeof plan> | undefined;

    async function load(asked: Position | undefined, stop?: AbortSignal): Promise<LoadedPage<unknown>> {
      planned ??= plan();
      const { identity, chunks } = planned;
      const position =
        asked ?? (options.cursor === undefined ? [0] : decodeCursor(operation, options.cursor, identity));
      if (typeof position === 'string')
        throw wrong(`the cursor cannot be used: ${position}. Start from the beginning`, 'invalid_cursor');
      const [chunk, here] = position;
      if (!chunks[chunk]) return { items: [], total: 0, missing: [] };
      const sent: Params = { ...chunks[chunk], ...(here !== undefined && { [place]: here }) };
      // The API serves nothing behind `end`: the last page asks for what is left of it.
      if (paging.kind === 'offset' && paging.end && sent[paging.size])
        sent[paging.size] = Math.min(Number(sent[paging.size]), paging.end - Number(sent[place] ?? 0));
      const body = await run({ ...call, options, stop }, sent);
      // Null is how some APIs write an empty list.
      const found = all(body, paging.items)
        .map((part) => (part === null && body ? [] : part))
        .filter((part) => part && typeof part === 'object');
      if (!found[0]) throw wrong(`the answer is not as documented: no list at ${paging.items || 'the top'}`);
      // A member that is one object counts as a list of it, and holes stand for what an API does not show.
      const parts: unknown[] = found[1] || !Array.isArray(found[0]) ? found.flat() : found[0];
      const items = parts.filter((item) => item !== null);
      let index = 0;
      for (const item of items) check(call, itemSchema, item, index++);
      const totals = all(body, paging.total).filter((total) => typeof total === 'number');
      const count = Math.max(...found.map((part) => (part as unknown[]).length ?? 1));
      const { next, rest }: Following =
        paging.kind === 'single' ? {} : paging.follow({ params: sent, here, body, count, totals });
      if (next !== undefined && next === here) throw repeated();
      const after: Position | undefined = next === undefined ? chunks[chunk + 1] && [chunk + 1] : [chunk, next];
      return {
        items,
        next: after && encodeCursor(operation, after, identity),
        total: chunks[1] || totals.length === 0 ? undefined : totals.reduce((sum, one) => sum + one),
        missing: ids && missingOf(ids, sent, parts),
        raw: body,
        after,
        rest:
          paging.kind === 'single'
            ? () => chunks.map((_, index): Position => [index]).slice(chunk + 1)
            : chunks[1]
              ? undefined
              : rest && (() => rest().map((at) => [chunk, at])),
      };
    }

    return pagedCall(load, repeated, options);
  }

  /** Gives `target` what is under each name of a branch, made when it is first asked for: few calls need all of a tree. */
  function bind<Target extends object>(target: Target, branch: object, prefix: string): Target {
    for (const name of Object.keys(branch)) {
      let made: unknown;
      Object.defineProperty(target, name, {
        configurable: true,
        enumerable: true,
        get: () => (made ??= member((branch as EndpointTree)[name] as EndpointTree, prefix + name)),
      });
    }
    return target;
  }

  function member(node: EndpointTree, operation: string): unknown {
    if (typeof node.path !== 'string') return bind({}, node, `${operation}.`);
    const spec = node as never as CallSpec | ListSpec;
    return function method(params: Params = {}, options: ListOptions = {}) {
      const call = begin(operation, method, spec, params, options);
      return 'paging' in spec
        ? callList(call as Call<ListSpec>, params, options)
        : callOne(call as Call<CallSpec>, params);
    };
  }

  async function request(custom: CustomRequest, options: CallOptions = {}): Promise<unknown> {
    const { values: { path, query, body } = {}, response, ...rest } = custom;
    const entries = (entries: object | undefined) => entries && ({ entries } as never);
    const spec: EndpointSpec = { ...noEndpoint, ...rest, query: entries(query), body: entries(body) };
    const params: Params = { ...path, ...query, ...body };
    const call = begin(`request ${spec.method} ${spec.path}`, request, spec, params, options);
    const answer = await run(call, params);
    if (response) check(call, response, answer);
    return answer;
  }

  async function resetLimits(): Promise<void> {
    const call = begin('resetLimits', resetLimits);
    if (!budget.reset)
      throw fail(
        call,
        'the budget of the option rateLimits has no reset method. Add one, or use memoryBudget or redisBudget',
        {
          code: 'not_supported',
        },
      );
    try {
      await budget.reset();
    } catch (error) {
      const { message } = error as { message?: string };
      const text = `the shared rate budget failed: ${message}. Check the server of the budget, or try again`;
      throw fail(call, text, { code: 'unavailable', retryable: true, cause: error });
    }
  }

  const own = {
    request,
    resetLimits,
    get rateLimit() {
      return budget.state();
    },
  };
  return bind(own, tree, '') as never;
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
function missingOf({ match, params }: IdList, sent: Params, entries: unknown[]): string[] | undefined {
  const asked = (name: string) => [sent[name] ?? []].flat().map(String);
  const wanted = params.flatMap(asked);
  if (entries.length === wanted.length) return wanted.filter((_, index) => entries[index] === null);
  const norm = (id: unknown) => String(id).toLowerCase(); // logins and names are matched without case
  return (
    match &&
    Object.entries(match).flatMap(([name, member]) => {
      const found = new Set(entries.map((entry) => norm(at(entry, member))));
      return asked(name).filter((id) => !found.has(norm(id)));
    })
  );
}
