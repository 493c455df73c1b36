import type { BaseIssue, BaseSchema } from 'valibot';

/** Any valibot schema. */
export type Schema = BaseSchema<unknown, unknown, BaseIssue<unknown>>;

/** The parts of a valibot schema that are read here. */
export interface Node extends Schema {
  readonly entries?: Record<string, Node>;
  readonly item?: Node;
  readonly wrapped?: Node;
  /** Values of a record. */
  readonly value?: Node;
  readonly message?: unknown;
  /** Creates the schema of values that can be sent although they are undocumented: see `oneOf` and `whole`. */
  readonly open?: () => Node;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly getter?: (input: unknown) => Node;
  readonly pipe?: readonly [Node, ...Action[]];
}

/** An action that follows the schema in a pipe. */
export interface Action {
  readonly kind: string;
  readonly type: string;
  readonly '~run': (dataset: { typed: true; value: unknown }, config: object) => { issues?: unknown };
}

/** An issue of a schema or of a check in a pipe, which has a requirement. */
export type Issue = BaseIssue<unknown> & { readonly requirement?: unknown };

/** Returns valibot's issues, through the Standard Schema interface. */
export const issuesOf = (schema: Schema, value: unknown) =>
  (schema['~standard'].validate(value) as { issues?: readonly Issue[] }).issues;

/** Returns the names and indexes that lead to the value of an issue. */
export const keysOf = ({ path }: Issue): unknown[] => (path ?? []).map(({ key }) => key);

/** Whether an issue concerns an undeclared field. */
export const isUnknown = ({ expected }: Issue): boolean => expected === 'never';
