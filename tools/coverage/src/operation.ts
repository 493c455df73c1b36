/** What is known of a member of an answer. */
export interface Field {
  readonly required: boolean;
  readonly nullable: boolean;
}

/** An operation, read from a specification or from a declaration. Members of answers by their path: `data[].id`. */
export interface Operation {
  readonly query: ReadonlySet<string>;
  readonly body: ReadonlySet<string>;
  readonly fields: ReadonlyMap<string, Field>;
}

/** Operations by method and path, the names of path parameters left out: `GET /albums/{}/tracks`. */
export type Operations = ReadonlyMap<string, Operation>;

/** The key of an operation. */
export const keyOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`;
