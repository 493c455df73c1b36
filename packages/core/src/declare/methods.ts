/** Any method of a client. */
type AnyMethod = (...args: never[]) => unknown;

/**
 * Params of a method.
 *
 * @example
 * type Filter = ParamsOf<StreamClient['streams']['list']>;
 */
export type ParamsOf<Method extends AnyMethod> = NonNullable<Parameters<Method>[0]>;

/**
 * Result that a method resolves to: the result of a call, or the page of a list.
 *
 * @example
 * type Report = ResultOf<BankClient['assetReport']['get']>;
 */
export type ResultOf<Method extends AnyMethod> = Awaited<ReturnType<Method>>;

/**
 * One item of a method's result: of a list, a lookup, or a call whose result is an array. `never` for others.
 *
 * @example
 * const rows: ItemOf<StreamClient['streams']['list']>[] = [];
 */
export type ItemOf<Method extends AnyMethod> =
  ResultOf<Method> extends { readonly items: readonly (infer Item)[] } | readonly (infer Item)[] ? Item : never;
