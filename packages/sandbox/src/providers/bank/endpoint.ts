import { type Fields, readBody, required, text, type Values } from './fields.ts';
import type { Item } from './items.ts';

/** A request whose body is in order. */
export interface PreparedCall {
  /** Unset for endpoints that are about no Item. */
  readonly accessToken?: string;
  answer(item: Item | undefined): object;
}

/** One endpoint, all of which take POST. */
export interface Endpoint {
  readonly path: string;
  /** It asks for no credentials. */
  readonly isPublic?: true;
  /** It works on Items in an error state too. */
  readonly anyState?: true;
  /** Product it belongs to, which is added to an Item that has not got it yet. */
  readonly product?: string;
  /** Product the Item must have already. */
  readonly enabledProduct?: string;
  /** Checks a body without credentials. */
  read(body: Record<string, unknown>): PreparedCall;
}

/** An endpoint about no Item. */
export const endpoint = <F extends Fields>(
  path: string,
  fields: F,
  answer: (body: Values<F>) => object,
  traits: Pick<Endpoint, 'isPublic'> = {},
): Endpoint => ({
  path,
  ...traits,
  read(body) {
    const values = readBody(fields, body);
    return { answer: () => answer(values) };
  },
});

const tokenField = { access_token: required(text()) };

/** An endpoint about the Item of its `access_token`. */
export const itemEndpoint = <F extends Fields>(
  path: string,
  fields: F,
  answer: (body: Values<F>, item: Item) => object,
  traits: Omit<Endpoint, 'path' | 'isPublic' | 'read'> = {},
): Endpoint => ({
  path,
  ...traits,
  read(body) {
    readBody({ ...tokenField, ...fields }, body);
    const { access_token, ...rest } = body;
    const values = readBody(fields, rest);
    return { accessToken: String(access_token), answer: (item) => answer(values, item as Item) };
  },
});
