import type { AnySpec, Endpoint, EndpointSpec, Sending } from '@x/core/provider';

/** Returns the address of the page in the provider's reference that documents an operation. */
export const docs = (operation: string) => `https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/${operation}`;

/** Fields that all GET declarations share. */
export const get = { method: 'GET', auth: 'key' } as const;

/**
 * Fields of a POST that only reads and that GET can replace, except for some params.
 *
 * @param postOnly Names of the params that GET does not have.
 */
export const getOrPost = (...postOnly: readonly string[]) =>
  ({ method: 'POST', auth: 'key', idempotent: true, access: 'read', postOnly }) as const;

/** A declaration that may send its requests in a way of its own. */
export interface FoodSpec extends EndpointSpec {
  /** Sends a request, and resolves to its unchecked body. Default: the request is sent once. */
  readonly around?: (sending: Sending) => Promise<unknown>;
}

const asGet = new WeakMap<AnySpec, AnySpec>();

/**
 * Chooses GET for a call whose params allow it, because the `cache` of a client and browsers keep only those responses.
 * The server in front of the API refuses about half of the GETs that contain a parenthesis.
 */
export function preferGet(endpoint: AnySpec, params: unknown): AnySpec {
  const { postOnly, body, ...others } = endpoint as AnySpec & { readonly postOnly?: readonly string[] };
  if (!postOnly || postOnly.some((name) => Object(params)[name] !== undefined)) return endpoint;
  const { text: _, ...sent } = Object(params); // only its words are sent
  const values: unknown[] = Object.values(sent).flat();
  if (values.some((value) => typeof value === 'string' && /[()]/.test(value))) return endpoint;
  let get = asGet.get(endpoint);
  if (!get) {
    const { arrange } = endpoint;
    const inQuery = arrange && { arrange: (given: never) => ({ query: arrange(given).body }) };
    get = { ...others, ...inQuery, query: body, method: 'GET' } as AnySpec;
    asGet.set(endpoint, get);
  }
  return get;
}

/** Lets a method accept one of its params alone: `find('onion')` for `find({ text: 'onion' })`. */
export const orAlone = <
  Params extends object,
  Result,
  Auth extends EndpointSpec['auth'],
  Name extends keyof Params & string,
>(
  name: Name,
  declared: Endpoint<Params, Result, Auth>,
): Endpoint<Params | (string & Params[Name]), Result, Auth> => {
  const { wrap = (method: unknown) => method } = declared;
  return {
    ...declared,
    wrap: (method: never, between: never, group: never) => {
      const call = wrap(method, between, group) as (params: unknown, options?: unknown) => unknown;
      return (given: unknown, options?: unknown) =>
        call(typeof given === 'string' ? { [name]: given } : given, options);
    },
  } as never;
};
