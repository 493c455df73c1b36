import type { BaseIssue, BaseSchema } from 'valibot';

/** Any valibot schema. */
export type Schema = BaseSchema<unknown, unknown, BaseIssue<unknown>>;

/** The parts of a valibot schema that are read here. @internal */
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

/** An action that follows the schema in a pipe. @internal */
export interface Action {
  readonly kind: string;
  readonly type: string;
  readonly '~run': (dataset: { typed: true; value: unknown }, config: object) => { issues?: unknown };
}

/** Returns valibot's issues, through the Standard Schema interface. @internal */
export const issuesOf = (schema: Schema, value: unknown) =>
  (schema['~standard'].validate(value) as { issues?: readonly BaseIssue<unknown>[] }).issues;
