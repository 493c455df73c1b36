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
} from '../declare/endpoint.ts';
import { type Provider, timeOf } from '../declare/provider.ts';
import { type ErrorCode, refusal } from '../errors.ts';
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
} from '../paging/paged-call.ts';
import { observe } from '../pipeline/observe.ts';
import { type Call, createTransport } from '../pipeline/send.ts';
import { budgetOf, type RateState } from '../rate/memory-budget.ts';
import { isSecretParam } from '../redact/redactor.ts';
import { accepts, type Difference, differencesOf, explain, placeOf } from '../validation/validation.ts';
import { problemOfAddress, problemOfPath, withoutTrailingSlash } from './address.ts';
import { buildRequest } from './build-request.ts';
import { warnOnce } from './warn.ts';

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

/** The values of a request by the place in which they travel. */
interface RequestValues {
  readonly path: Params;
  readonly query: Params;
  readonly body: Params;
}

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
  const { send, fail, emit, redactorOf } = createTransport(provider, budget, now);
  const bases = { api: withoutTrailingSlash(provider.baseUrl), auth: withoutTrailingSlash(provider.authUrl ?? '') };
  const problem = problemOfProvider(provider);
  if (problem) throw fail(begin(`${provider.name} client`, createClient), problem.message, { code: problem.refusal });
  const grantsOf = provider.grants?.({
    send: (operation, endpoint, params, background = false) =>
      callOne({ operation, endpoint, options: {}, secrets: new Set(), params, trace: {}, background }, params),
    fail: (operation, code, message, providerCode) =>
      fail(begin(operation, createClient), message, { code, providerCode }),
    emit,
  });

  /** Writes the request and sends it. */
  async function run(call: Call, params: Params, values = valuesOf(call.endpoint, params)): Promise<unknown> {
    const { endpoint } = call;
    const headers: Record<string, string> = { accept: 'application/json' };
    const draft = { endpoint, params, query: values.query, body: values.body, headers };
    provider.sign?.(draft);
    const base = endpoint.host === 'auth' ? bases.auth : bases.api;
    const { url, body } = refused(call, () => buildRequest({ endpoint, base, lists: provider.lists, ...values }));
    if (body !== undefined) headers['content-type'] = endpoint.contentType ?? 'application/json';
    return send(call, { url, headers, body, rule: provider.rate?.(draft), grants: grantsOf?.(draft) });
  }

  /** The result of `work`; a refusal of it becomes an error of the call. */
  function refused<T>(call: Call, work: () => T): T {
    try {
      return work();
    } catch (error) {
      const { refusal: code, message } = error as Partial<ReturnType<typeof refusal>>;
      throw code === 'invalid_params' ? invalid(call, `${message}`) : error;
    }
  }

  /** What happens to responses of an endpoint that are not as documented; those of authorization servers are always refused. */
  const modeOf = ({ host }: EndpointSpec) => (host === 'auth' ? 'strict' : (defaults.validation ?? 'report'));

  /** Refuses a response that is not as documented, or reports it, as the client's `validation` says. */
  function check(call: Call, schema: Schema, value: unknown, essential: readonly string[] = []): void {
    const mode = modeOf(call.endpoint);
    if (mode === 'off' || accepts(schema, value)) return;
    const { places, unusable } = differencesOf(schema, value, essential);
    if (mode === 'strict' || unusable)
      throw fail(call, undocumented(explain(schema, value), mode), { code: 'invalid_response' });
    reportDrift(call, places);
  }

  /** The same for the items of a page, of which every one is looked at. */
  function checkItems(call: Call<ListSpec>, items: readonly unknown[]): void {
    const { item: schema, essential, paging } = call.endpoint;
    const mode = modeOf(call.endpoint);
    if (mode === 'off') return;
    const bad = new Map<number, string>();
    items.forEach((item, index) => {
      if (accepts(schema, item)) return;
      const { places, unusable, otherKind } = differencesOf(schema, item, essential);
      // One odd item costs no page; but an item that is the whole body must be a response.
      const refused = otherKind ? paging.items === '' && items.length === 1 : unusable;
      if (mode === 'strict' || refused) bad.set(index, explain(schema, item));
      else reportDrift(call, places);
    });
    if (bad.size === 0) return;
    const message = undocumented([...bad].map(([index, what]) => `item ${index}: ${what}`).join('; '), mode);
    throw fail(call, `${bad.size} of ${items.length} items: ${message}`, {
      code: 'invalid_response',
      details: { items: [...bad.keys()].join(',') },
      partial: items.filter((_, index) => !bad.has(index)),
    });
  }

  /** Tells the observers, each place once; without observers, warns once per operation and place. */
  function reportDrift(call: Call, differences: readonly Difference[]): void {
    const { operation } = call;
    const redact = redactorOf(call); // names in the response may be secrets of the call
    for (const { place, message: text } of differences) {
      const message = redact.text(`the response is not as documented: ${text}`);
      const drift = { operation, place: redact.text(place), message };
      emit({ type: 'drift', provider: provider.name, ...drift });
      observe(defaults.onDrift, drift);
      if (!defaults.onEvent && !defaults.onDrift)
        warnOnce(`${provider.name} ${operation} ${drift.place}`, `${operation}: ${message}`);
    }
  }

  const invalid = (call: Call, reason: string) =>
    fail(call, call.endpoint.docs ? `${reason}. See ${call.endpoint.docs}` : reason, { code: 'invalid_params' });

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
      if (!accepts(schema, pick(schema, params)))
        throw invalid(
          call,
          explain(schema, params, (place) => !isSecretParam(provider.secretParams ?? [], place)),
        );
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
    const { background } = provider;
    return { operation, endpoint, options, secrets: new Set(), params, trace, background };
  }

  async function callOne(call: Call<CallSpec>, params: Params): Promise<unknown> {
    const { as = 'json', response, unwrap } = call.endpoint;
    checkParams(call, params);
    const body = await run(call, params);
    if (as !== 'json') return body;
    check(call, response, body, unwrap ? [placeOf(unwrap.split('.'))] : call.endpoint.essential);
    return unwrap ? at(body, unwrap) : body;
  }

  function callList(call: Call<ListSpec>, params: Params, options: ListOptions): PagedCall<unknown> {
    const { paging, ids, unwrapItems } = call.endpoint;
    const place = 'param' in paging ? paging.param : '';
    const operation = `${provider.name}/${call.operation}`;
    const wrong = (what: string, code: ErrorCode = 'invalid_response') => fail(call, what, { code });
    const repeated = () => wrong('the list does not end: its cursor repeats, or pages stay empty');

    /** Checks the params, once for all pages; what tells this list from others, and the params of each of its requests. */
    function plan() {
      checkParams(call, params);
      const identity = Object.entries(params)
        .filter(([name, value]) => value !== undefined && name !== place)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        // Hashed once: each page's cursor is made of it, and lists may be long.
        .map(([name, value]) => [name, Array.isArray(value) ? hashOf(value) : value]);
      // A cursor of one user must not work for another: positions of one list mean nothing, or too much, in another's.
      if (provider.account !== undefined) identity.push(['account', provider.account]);
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
      if (!found[0]) throw wrong(`the response is not as documented: no list at ${paging.items || 'the top'}`);
      // A member that is one object counts as a list of it, and holes stand for what an API does not show.
      const parts: unknown[] = found[1] || !Array.isArray(found[0]) ? found.flat() : found[0];
      const entries = unwrapItems ? parts.map((item) => unwrapped(item, unwrapItems)) : parts;
      const items = entries.filter((item) => item !== null);
      checkItems(call, items);
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
        missing: ids && missingOf(ids, sent, entries),
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

    return pagedCall(load, { repeated, invalid: (reason) => invalid(call, reason) }, options);
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
    const { values: { path = {}, query = {}, body } = {}, response, ...rest } = custom;
    const spec: EndpointSpec = { ...noEndpoint, ...rest, body: body && ({ entries: body } as never) };
    const values = { path, query: withoutUndefined(query), body: withoutUndefined(body ?? {}) };
    const call = begin(`request ${spec.method} ${spec.path}`, request, spec, values, options);
    const problem = problemOfPath(spec.path);
    if (problem) throw invalid(call, `path ${problem}`);
    const answer = await run(call, { ...path, ...query, ...body }, values);
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

const undocumented = (what: string, mode: string): string =>
  `the response is not as documented: ${what}. Update the package${mode === 'strict' ? ", or set validation: 'report'" : ''}`;

/** Whether a credential can travel in a header: Latin-1 without control characters, and not with spaces around it. */
const isSendable = (value: string): boolean => /^[\x20-\x7e\xa0-\xff]+$/.test(value) && value.trim() === value;

/** Why a client cannot be created from these options. */
function problemOfProvider(provider: Provider): ReturnType<typeof refusal> | undefined {
  const { credentials, baseUrl, authUrl, signUp, serverOnly, options } = provider;
  if (serverOnly && !options.allowBrowser && 'document' in globalThis)
    return refusal(
      'not_supported',
      'its credentials must not reach a browser. Use a server, or set allowBrowser: true',
    );
  for (const [name, value] of Object.entries({ ...credentials, baseUrl }))
    if (!value) return refusal('unauthenticated', `the option ${name} is missing. Get one at ${signUp}`);
  for (const [name, value] of Object.entries(credentials))
    if (typeof value !== 'string' || !isSendable(value))
      return refusal(
        'invalid_params',
        `${name} must be a string without line breaks, surrounding spaces or characters that no HTTP header can hold. Copy it again, without what surrounds it`,
      );
  const plainAllowed = options.allowInsecureHttp === true || Object.keys(credentials).length === 0;
  for (const [name, address] of Object.entries({ baseUrl, ...(authUrl !== undefined && { authUrl }) })) {
    const problem = problemOfAddress(address, plainAllowed);
    if (problem) return refusal('invalid_params', `${name} ${problem}`);
  }
  return undefined;
}

const withoutUndefined = (values: Params): Params =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** The params of a declared call by the place in which they travel. */
const valuesOf = ({ query, body }: EndpointSpec, params: Params): RequestValues => ({
  path: params,
  query: pick(query, params),
  body: pick(body, params),
});

/** The item that an object holds under `name`; the object itself where it has no such field. */
function unwrapped(item: unknown, name: string): unknown {
  const inner = at(item, name);
  return inner === undefined ? item : inner;
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
