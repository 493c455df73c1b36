/** Description of a response field or a param. */
export interface Field {
  readonly required: boolean;
  readonly nullable: boolean;
  /** Values that are listed for it, or for its items. Absent if none are. */
  readonly values?: readonly string[] | undefined;
}

/** An operation, read from a specification or from a declaration. Params and fields by their path: `data[].id`. */
export interface Operation {
  /** Params of query and body, at any depth. A call takes both in one object. */
  readonly params: ReadonlyMap<string, Field>;
  /** Fields of the response, at any depth. */
  readonly fields: ReadonlyMap<string, Field>;
}

/** A declared operation. */
export interface DeclaredOperation extends Operation {
  /** Paths of its lists; undefined for a single result. */
  readonly lists?: readonly string[];
}

/** Operations by method and path, the names of path parameters left out: `GET /albums/{}/tracks`. */
export type Operations<O extends Operation = Operation> = ReadonlyMap<string, O>;

/** Returns the key of an operation. */
export const keyOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`;

/** Returns the path of a member of the schema at `path`. The members of a record, which have any name, are `*`. */
export const memberPath = (path: string, name: string): string => (path ? `${path}.${name}` : name);
