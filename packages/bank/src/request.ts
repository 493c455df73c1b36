import type { ApiCall, CallOptions, Client, CustomRequest } from '@x/core';

/**
 * The operations whose params and responses `request` knows, by path. It is empty until a program imports
 * `@x/bank/operations`, which has all of Plaid's operations; programs that do not, spend no compile time on them.
 *
 * @example
 * import type {} from '@x/bank/operations';
 */
// biome-ignore lint/suspicious/noEmptyInterface: `@x/bank/operations` adds its members
export interface BankOperations {}

/** Paths of the operations that `request` knows. */
export type BankOperation = keyof BankOperations & string;

/** Params with the fields named in `Added` optional. */
type WithOptional<Params, Added extends string> = [Added & keyof Params] extends [never]
  ? Params
  : Omit<Params, Added> & Partial<Pick<Params, Added & keyof Params>>;

/** Params of an operation, with the fields named in `Added` optional. */
type ParamsOf<Operation, Added extends string> = Operation extends BankOperation
  ? BankOperations[Operation] extends { params: infer Params }
    ? WithOptional<Params, Added>
    : never
  : Readonly<Record<string, unknown>>;

/** Response of an operation. Its type is unknown for operations that are not listed. */
type ResponseOf<Operation> = Operation extends BankOperation
  ? BankOperations[Operation] extends { response: infer Response }
    ? Response
    : never
  : unknown;

/** Options of a request that is named by its path. */
export interface OperationOptions extends CallOptions {
  /**
   * Whether the request can be repeated safely, so that it is retried. Default: yes for paths that end with `/get`, `/list`,
   * `/search`, `/sync` or `/download`, and for params whose `idempotency_key` is a non-empty string; no for others.
   */
  idempotent?: boolean | undefined;
}

/** Arguments after the path: params may be left out where none is required. */
type ArgumentsOf<Params> =
  Record<never, never> extends Params
    ? [params?: Params, options?: OperationOptions]
    : [params: Params, options?: OperationOptions];

/**
 * Sends requests to routes that the package has no method for.
 *
 * @typeParam Added Params that the client adds.
 */
export interface SendRequest<Added extends string = never> {
  /**
   * Sends a request to a route that this package has no method for, with the same credentials, limits, retries and
   * errors. By default it sends `values.body`, or an empty object, by POST. Pass `idempotent: true` for requests that
   * can be repeated safely, such as reads: they are then retried.
   *
   * @param request Path, method, values, and how to read the response.
   * @param options Options of this call.
   * @example
   * const report = await bank.request({ path: '/cra/check_report/pdf/get', values: { body: { user_id } }, as: 'bytes' });
   */
  <Result = unknown>(request: CustomRequest<Result>, options?: CallOptions): ApiCall<Result>;
  /**
   * Sends a request to one of Plaid's operations, with the same credentials, limits, retries and errors. With
   * `import type {} from '@x/bank/operations'` in the program, the params and responses of all operations are known to the
   * compiler; responses are not checked when they arrive. Files, of paths that end with `/pdf/get` or `/download`, are bytes.
   *
   * @param operation Path, such as `/transfer/create`, with the method in front where that is not POST: `GET /fdx/recipients`.
   * Params that it names in braces become part of it.
   * @throws ApiError `invalid_params` when the path does not start with a slash, or a param that it names is missing.
   * @example
   * const { transfer } = await bank.request('/transfer/get', { transfer_id });
   */
  <Operation extends BankOperation | (string & {})>(
    operation: Operation,
    ...args: ArgumentsOf<ParamsOf<Operation, Added>>
  ): ApiCall<ResponseOf<Operation>>;
}

/** Methods that every client of this package has besides its endpoints. */
export interface BankRequest extends Client<object> {
  /** Sends a request to a route that this package has no method for. */
  readonly request: SendRequest;
}

const readPath = /\/(get|list|search|sync|download)$/;
const filePath = /\/(pdf\/get|download)$/;

/** Returns the request for an operation: `GET /fdx/recipients`, or a path, which means POST. @internal */
export function requestOf(
  operation: string,
  params: object = {},
  given: OperationOptions = {},
): [CustomRequest, CallOptions] {
  // Callers without TypeScript may pass anything: the call rejects, and this function does not throw.
  if (!isObject(params)) return [{ path: operation, values: { body: params as never } }, given];
  if (!isObject(given)) return [{ path: operation }, given];
  const { idempotent, ...options } = given;
  const [, method = 'POST', path = operation] = /^([A-Z]+) (.*)$/.exec(operation) ?? [];
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const take = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(params).filter(([name]) => isWanted(name)));
  const rest = take((name) => !inPath.has(name));
  const request: CustomRequest = {
    path,
    method: method as 'POST',
    idempotent: idempotent ?? (method === 'GET' || readPath.test(path) || hasKey(params)),
    values: { path: take((name) => inPath.has(name)), ...(method === 'GET' ? { query: rest } : { body: rest }) },
    ...(filePath.test(path) && { as: 'bytes' }),
  };
  return [request, options];
}

/** Whether the API recognizes a repetition of the request. */
function hasKey(params: { readonly idempotency_key?: unknown }): boolean {
  return typeof params.idempotency_key === 'string' && params.idempotency_key !== '';
}

/** Whether a value can have fields, unlike `null`, which callers without TypeScript may pass. @internal */
export const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
