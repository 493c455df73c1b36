import type { Context, Hono } from 'hono';

/** Facts that a sandbox API can declare about an endpoint. */
export interface EndpointFacts<Token extends string = string, Fields = unknown> {
  /** Kind of token that it takes, in the API's own terms. */
  readonly token?: Token;
  /** Scopes that the token must have. */
  readonly scopes?: readonly string[];
  /** Rules for query parameters, by name. */
  readonly query?: Fields;
  /** Rules for fields of the body, by name. */
  readonly body?: Fields;
  /** Sizes of its pages. */
  readonly page?: unknown;
  /** Status of a response with a body. Default 200. */
  readonly status?: number;
}

/** Responds to a call with the body of the response, nothing, or a whole `Response`. */
export type Handler<Call> = { answer(call: Call): object | undefined | void }['answer'];

/** Endpoints by method and path, such as `GET /streams/{id}`: each a handler, or facts with a handler as `answer`. */
export type Endpoints<Call, Facts extends object = object> = Readonly<
  Record<string, Handler<Call> | (Facts & { readonly answer: Handler<Call> })>
>;

/** One endpoint with its declared facts. */
export type Endpoint<Call, Facts extends object = object> = Facts & {
  /** Method and path. */
  readonly name: string;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path below the API's prefix, with `{name}` for parameters. */
  readonly path: string;
  /** Responds to a call. */
  readonly answer: Handler<Call>;
};

/** Adds the same facts to several endpoints. */
export const withFacts = <Call, Own extends object, Facts extends object>(
  endpoints: Endpoints<Call, Own>,
  facts: Facts,
): Readonly<Record<string, Own & Facts & { readonly answer: Handler<Call> }>> =>
  Object.fromEntries(
    Object.entries(endpoints).map(([name, declared]) => [name, { ...declarationOf(declared), ...facts }]),
  );

/** Returns the declaration of an endpoint with its handler as `answer`. */
const declarationOf = <Call, Own extends object>(declared: Endpoints<Call, Own>[string]) =>
  (typeof declared === 'function' ? { answer: declared } : declared) as Own & { readonly answer: Handler<Call> };

/** Lists endpoints. `factsOf` returns facts that are declared elsewhere, by the name of the endpoint. */
export function listEndpoints<Call, Own extends object, Facts extends object = object>(
  endpoints: Endpoints<Call, Own>,
  factsOf: (name: string) => Facts = () => ({}) as Facts,
): Endpoint<Call, Own & Facts>[] {
  return Object.entries(endpoints).map(([name, declared]) => {
    const [method = '', path = ''] = name.split(' ');
    return { ...factsOf(name), ...declarationOf(declared), name, method, path } as Endpoint<Call, Own & Facts>;
  });
}

interface RouteOptions<Each> {
  /** Prefix of all paths. Default: none. */
  readonly prefix?: string;
  /** Returns whether an endpoint is also served with a trailing slash. Default: none is. */
  readonly hasSlash?: (endpoint: Each) => boolean;
  /**
   * Responds to other methods at the path of an endpoint; `allowed` lists those it has. Default: such paths are not
   * found.
   */
  readonly refuseMethod?: (context: Context, allowed: string) => Response;
}

/**
 * Adds endpoints to an app. `respond` checks a request as the API does, calls the endpoint's handler, and returns the
 * response.
 */
export function addEndpoints<Each extends Endpoint<never>>(
  app: Hono,
  endpoints: readonly Each[],
  respond: (endpoint: Each, context: Context) => Response | Promise<Response>,
  { prefix = '', hasSlash, refuseMethod }: RouteOptions<Each> = {},
): void {
  const route = (path: string) => prefix + path.replaceAll(/\{(\w+)\}/g, ':$1');
  for (const endpoint of endpoints) {
    const path = route(endpoint.path);
    const paths = hasSlash?.(endpoint) ? [path, `${path}/`] : [path];
    app.on(endpoint.method, paths, (context) => respond(endpoint, context));
  }
  if (!refuseMethod) return;
  for (const [path, atPath] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    const allowed = atPath.map(({ method }) => method).join(', ');
    app.all(route(path), (context) => refuseMethod(context, allowed));
  }
}
