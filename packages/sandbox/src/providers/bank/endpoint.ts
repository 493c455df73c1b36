import type { DataKind } from './consent.ts';
import { type Fields, readBody, required, text, type Values } from './fields.ts';
import type { Item } from './items.ts';
import type { ProcessorGrant } from './processors.ts';

/** A request whose body is in order. */
export interface PreparedCall {
  /** Unset for endpoints that are about no Item, and for those of processors. */
  readonly accessToken?: string;
  /** What a processor has instead of an access token. */
  readonly processorToken?: string;
  /** Members of the answer; a `Response` is sent as it is. */
  answer(item: Item | undefined, grant?: ProcessorGrant): object;
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
  /** What of the user's data it hands out, where the product does not say. */
  readonly data?: DataKind;
  /** Product that a processor must be allowed, where the two above do not say. */
  readonly permission?: string;
  /** Members of its body, without tokens and credentials. */
  readonly fields: Fields;
  /** Checks a body without credentials. */
  read(body: Record<string, unknown>): PreparedCall;
  /** Answers a body without tokens, for routes that are made of this one. */
  answer(body: Record<string, unknown>, item?: Item, grant?: ProcessorGrant): object;
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
  fields,
  read(body) {
    const values = readBody(fields, body);
    return { answer: () => answer(values) };
  },
  answer: (body) => answer(readBody(fields, body)),
});

const tokenField = { access_token: required(text()) };
const processorField = { processor_token: required(text()) };

type ItemTraits = Omit<Endpoint, 'path' | 'isPublic' | 'fields' | 'read' | 'answer'>;

/** An endpoint about the Item of its `access_token`. */
export const itemEndpoint = <F extends Fields>(
  path: string,
  fields: F,
  answer: (body: Values<F>, item: Item) => object,
  traits: ItemTraits = {},
): Endpoint => ({
  path,
  ...traits,
  fields,
  read(body) {
    readBody({ ...tokenField, ...fields }, body);
    const { access_token, ...rest } = body;
    const values = readBody(fields, rest);
    return { accessToken: String(access_token), answer: (item) => answer(values, item as Item) };
  },
  answer: (body, item) => answer(readBody(fields, body), item as Item),
});

/** An endpoint about the account of its `processor_token`. */
export const processorEndpoint = <F extends Fields>(
  path: string,
  fields: F,
  answer: (body: Values<F>, grant: ProcessorGrant) => object,
  traits: ItemTraits = {},
): Endpoint => ({
  path,
  ...traits,
  fields,
  read(body) {
    readBody({ ...processorField, ...fields }, body);
    const { processor_token, ...rest } = body;
    const values = readBody(fields, rest);
    return { processorToken: String(processor_token), answer: (_, grant) => answer(values, grant as ProcessorGrant) };
  },
  answer: (body, _, grant) => answer(readBody(fields, body), grant as ProcessorGrant),
});
