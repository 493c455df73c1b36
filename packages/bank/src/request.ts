import type { ApiCall, Client, RequestOptions } from '@x/core';
import { isObject } from '@x/core/options';
import type { Provider } from '@x/core/provider';

/**
 * Operations whose params and responses `request` knows, by path. Empty until a program imports `@x/bank/operations`,
 * which has all of Plaid's operations. Other programs spend no compile time on them.
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

/** Arguments after the path: params may be left out where none is required. */
type ArgumentsOf<Params, Result> =
  Record<never, never> extends Params
    ? [params?: Params, options?: RequestOptions<Result>]
    : [params: Params, options?: RequestOptions<Result>];

/**
 * Sends a request to one of Plaid's operations, with the same credentials, limits, retries and errors. With
 * `import type {} from '@x/bank/operations'` in the program, the compiler knows the params and responses of all
 * operations; responses are only checked by a schema that is passed as `response`. Files (paths that end with
 * `/pdf/get` or `/download`) are returned as bytes. Reads (paths that end with `/get`, `/list`, `/search`, `/sync` or
 * `/download`) and requests with a non-empty `idempotency_key` are retried; for others, set `idempotent`.
 *
 * @typeParam Added Params that the client adds.
 * @param operation Path, such as `/transfer/create`, with the method in front where that is not POST:
 * `GET /fdx/recipients`. Params that are named in braces become part of it.
 * @throws ApiError `invalid_params` when the path does not start with a slash, or a param that it names is missing.
 * @example
 * const { transfer } = await bank.request('/transfer/get', { transfer_id });
 */
export type SendRequest<Added extends string = never> = <
  Operation extends BankOperation | (string & {}),
  Result = ResponseOf<Operation>,
>(
  operation: Operation,
  ...args: ArgumentsOf<ParamsOf<Operation, Added>, Result>
) => ApiCall<Result>;

/** Methods that every client of this package has besides its endpoints. */
export interface BankRequest extends Client<object> {
  /** Sends a request to a route that this package has no method for. */
  readonly request: SendRequest;
}

const readPath = /\/(get|list|search|sync|download)$/;
const filePath = /\/(pdf\/get|download)$/;

/** Completes a request with this API's defaults: POST, a JSON body, and repeatable reads. */
export const completeRequest: NonNullable<Provider['completeRequest']> = (operation, params = {}, given = {}) => {
  const [, method, path = operation] = /^([A-Z]+) (.*)$/s.exec(String(operation)) ?? [];
  const target = method === undefined && typeof operation === 'string' ? `POST ${operation}` : operation;
  // Callers without TypeScript may pass anything: the call rejects, and this function does not throw.
  if (!isObject(given) || !isObject(params)) return [target, params, given];
  const isRead = method === 'GET' || readPath.test(path);
  const defaults: RequestOptions = {
    auth: 'key',
    idempotent: isRead || hasKey(params),
    ...(method !== 'GET' && { body: {} }), // every route expects a JSON object, if only an empty one
    ...(filePath.test(path) && { as: 'bytes' }),
  };
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return [target, params, { ...defaults, ...Object.fromEntries(set) }];
};

/** Whether the API recognizes a repetition of the request. */
function hasKey(params: { readonly idempotency_key?: unknown }): boolean {
  return typeof params.idempotency_key === 'string' && params.idempotency_key !== '';
}
