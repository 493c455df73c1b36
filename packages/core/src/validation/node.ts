import type { BaseIssue, BaseSchema } from 'valibot';

/** Any valibot schema. */
export type Schema = BaseSchema<unknown, unknown, BaseIssue<unknown>>;

/** Part of a declaration that can refuse a value: a schema, or an action that follows one in a pipe. */
export interface Rule {
  readonly kind: string;
  readonly type: string;
  /** Requirement in words, as the end of a sentence that begins with the value's name. Default: derived from the type. */
  readonly message?: unknown;
  /** Number or pattern of an action. */
  readonly requirement?: unknown;
  /** Whether a value that it refuses can be sent all the same: see `oneOf`, `whole` and `limit`. Default: none can. */
  readonly isSendable?: (value: unknown) => boolean;
}

/** The parts of a valibot schema that are read here. */
export interface Node extends Schema, Pick<Rule, 'message' | 'isSendable'> {
  readonly entries?: Readonly<Record<string, Node>>;
  readonly item?: Node;
  readonly wrapped?: Node;
  /** Values of a record. */
  readonly value?: Node;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  /** Field that tells the options of a variant apart. */
  readonly key?: unknown;
  readonly getter?: (input: unknown) => Node;
  readonly pipe?: readonly [Node, ...Rule[]];
}

/** Whether valibot accepts a value, through the Standard Schema interface. */
export const isValid = (schema: Schema, value: unknown): boolean =>
  !(schema['~standard'].validate(value) as { issues?: unknown }).issues;

/** Types of schemas whose fields may be absent. */
const optionalTypes: readonly string[] = ['optional', 'exact_optional', 'nullish'];

/** Whether an object may lack a field. */
export const isOptional = ({ type }: Schema): boolean => optionalTypes.includes(type);

/** Returns the schemas of which a value has to match one; undefined for any other schema. */
export const alternativesOf = ({ type, options }: Node): readonly Node[] | undefined =>
  type === 'union' || type === 'variant' ? (options as readonly Node[]) : undefined;

/** Returns the fields that an object may have, over all options of a union; none for a schema of another kind. */
export function fieldsOf(node: Node): Readonly<Record<string, Node>> {
  const { entries, wrapped } = node;
  if (entries) return entries;
  const inner = wrapped ? [wrapped] : (alternativesOf(node) ?? []);
  return Object.assign({}, ...inner.map(fieldsOf));
}
