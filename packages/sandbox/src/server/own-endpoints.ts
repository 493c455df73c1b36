import { isNumeric, type OptionRules, problemOfOptions } from '../shared/check-fields.ts';
import type { Routes, SandboxContext } from '../shared/context.ts';
import { createApp } from './app.ts';
import { addEndpoints, type Endpoint, type EndpointFacts, type Endpoints, listEndpoints } from './endpoints.ts';
import { fixedWindow, unlimited } from './limiter.ts';

/** A request to an endpoint. */
export interface SandboxCall {
  /** The request as it arrived. Its body has already been read. */
  readonly request: Request;
  /** Parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Query parameters; as numbers if the endpoint's `query` has a rule for numbers. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Fields of the JSON body; empty if there is none. */
  readonly body: Readonly<Record<string, unknown>>;
  /**
   * Returns the page of `items` that the parameters `cursor` and `limit` ask for, within the endpoint's `page` sizes.
   */
  page<Item>(items: readonly Item[]): SandboxPage<Item>;
}

/** A page of a list. */
export interface SandboxPage<Item> {
  /** Items of the page. */
  readonly items: readonly Item[];
  /** Value of the parameter `cursor` for the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/** Facts about an endpoint of your own API. */
export interface SandboxEndpointFacts extends EndpointFacts {
  /** Kind of token that it takes, in the API's own terms, for `enter`. Default: none. */
  readonly token?: string;
  /** Scopes that the token must have, for `enter`. Default: none. */
  readonly scopes?: readonly string[];
  /** Rules for query parameters, by name, as valibot schemas. Others are refused. Default: any parameters. */
  readonly query?: OptionRules;
  /** Rules for fields of the JSON body, by name, as valibot schemas. Others are refused. Default: any fields. */
  readonly body?: OptionRules;
  /**
   * Number of items of a page without the parameter `limit`, and the most it may ask for, each at least 1. Default: 20,
   * at most 100.
   */
  readonly page?: {
    /** Number of items of a page without the parameter `limit`. */
    readonly size: number;
    /** Maximum number of items that `limit` may ask for. */
    readonly most: number;
  };
}

/** Endpoints of your own API by method and path, such as `GET /alarms/{id}`. */
export type SandboxEndpoints<Facts extends SandboxEndpointFacts = SandboxEndpointFacts> = Endpoints<SandboxCall, Facts>;

/** One endpoint of your own API. */
export type SandboxEndpoint<Facts extends SandboxEndpointFacts = SandboxEndpointFacts> = Endpoint<SandboxCall, Facts>;

/** A refusal in the API's own form. Throw it from `enter` or from an endpoint. */
export class SandboxRefusal extends Error {
  /** Always `SandboxRefusal`. */
  override readonly name = 'SandboxRefusal';
  /** Status of the response. */
  readonly status: number;
  /** The API's own code of the error. */
  readonly code: string;
  /** Headers of the response. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param status Status of the response.
   * @param code The API's own code of the error.
   * @param message Text for people.
   * @param headers Headers of the response. Default: none.
   */
  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Endpoints of an API, and how it limits, checks and refuses requests. */
export interface ServedApi<Facts extends SandboxEndpointFacts = SandboxEndpointFacts> {
  /**
   * All endpoints of the API by method and path, with `{name}` for parameters: `GET /alarms/{id}`. Each is a handler,
   * or facts with a handler as `answer`. A handler returns the JSON body of the response, a whole response, or nothing
   * for status 204.
   */
  readonly endpoints: SandboxEndpoints<Facts>;
  /** Maximum number of requests per key and window. Default: no limit. */
  readonly limit?:
    | {
        /** Maximum number of requests that a key may send in one window. */
        readonly requests: number;
        /** Length of a window, in milliseconds. */
        readonly windowMs: number;
      }
    | undefined;
  /** Returns the key that a request counts toward. Default: all requests count together. */
  keyOf?(request: Request): string;
  /** Checks a request before its endpoint responds. Throw a `SandboxRefusal`, for a wrong token for example. */
  enter?(call: SandboxCall, endpoint: SandboxEndpoint<Facts>): void;
  /** Returns the body of an error response. */
  errorBody(refusal: SandboxRefusal): object;
}

/**
 * Serves endpoints: checks their parameters, counts requests, divides lists into pages, and writes every error in the
 * API's own form, including those for unknown paths and methods.
 *
 * @param context Clock of the sandbox, which limits follow.
 */
export function serveEndpoints<Facts extends SandboxEndpointFacts = SandboxEndpointFacts>(
  { clock }: Pick<SandboxContext, 'clock'>,
  { endpoints, limit, keyOf = () => '', enter, errorBody }: ServedApi<Facts>,
): Routes {
  const app = createApp();
  const limiter = limit ? fixedWindow(clock, limit.requests, limit.windowMs) : unlimited(Number.POSITIVE_INFINITY);
  const refuse = (refusal: SandboxRefusal) =>
    Response.json(errorBody(refusal), { status: refusal.status, headers: refusal.headers });

  app.onError((error) =>
    refuse(error instanceof SandboxRefusal ? error : new SandboxRefusal(500, 'internal', error.message)),
  );
  app.notFound(({ req }) => refuse(new SandboxRefusal(404, 'not_found', `there is no ${req.path}`)));
  addEndpoints(
    app,
    listEndpoints(endpoints),
    async (endpoint, { req }) => {
      const { allowed, resetMs } = limiter.take(keyOf(req.raw));
      const retryAfter = { 'Retry-After': String(Math.ceil(resetMs / 1000)) };
      if (!allowed) throw new SandboxRefusal(429, 'rate_limited', 'Too many requests', retryAfter);
      const call = readCall(endpoint, req.raw, req.param(), await req.text());
      enter?.(call, endpoint);
      check(call, endpoint);
      const sent = endpoint.answer(call);
      if (sent instanceof Response) return sent;
      return sent ? Response.json(sent, { status: endpoint.status ?? 200 }) : new Response(null, { status: 204 });
    },
    {
      refuseMethod(_, allowed) {
        throw new SandboxRefusal(405, 'method_not_allowed', `use ${allowed}`, { Allow: allowed });
      },
    },
  );
  return app;
}

function readCall(
  { query: rules = {}, page = { size: 20, most: 100 } }: SandboxEndpointFacts,
  request: Request,
  params: Readonly<Record<string, string>>,
  text: string,
): SandboxCall {
  const given = new URL(request.url).searchParams;
  const value = (name: string, text: string) =>
    rules[name] && text !== '' && isNumeric(rules[name]) ? Number(text) : text;
  return {
    request,
    params,
    query: Object.fromEntries([...given].map(([name, text]) => [name, value(name, text)])),
    body: bodyOf(text),
    page: (items) => {
      const limit = numberOf(given, 'limit', page.size, 1, page.most);
      const start = numberOf(given, 'cursor', 0, 0, Number.MAX_SAFE_INTEGER);
      const end = start + limit;
      return { items: items.slice(start, end), next: end < items.length ? String(end) : undefined };
    },
  };
}

function bodyOf(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {}
  throw new SandboxRefusal(400, 'invalid_request', 'the body must be a JSON object');
}

function numberOf(query: URLSearchParams, name: string, usual: number, least: number, most: number): number {
  const given = query.get(name) ?? String(usual);
  const number = Number(given);
  if (/^\d+$/.test(given) && number >= least && number <= most) return number;
  throw new SandboxRefusal(
    400,
    'invalid_request',
    `${name} must be a whole number from ${least} to ${most}; got ${given}`,
  );
}

/** Refuses parameters and fields for which the endpoint has no rule, and values that break one. */
function check({ query, body }: SandboxCall, endpoint: SandboxEndpointFacts): void {
  const { limit: _, cursor: __, ...own } = query;
  const problem =
    (endpoint.query &&
      problemOfOptions(endpoint.page ? own : query, endpoint.query, { noun: 'parameter', place: '' })) ??
    (endpoint.body && problemOfOptions(body, endpoint.body, { noun: 'field', place: '' }));
  if (problem !== undefined) throw new SandboxRefusal(400, 'invalid_request', problem);
}
