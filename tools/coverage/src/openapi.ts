/** The parts of an OpenAPI 3 schema that are read. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
  nullable?: boolean;
  format?: string;
}

/** A body, or a reference to one, by content types. */
export interface Content {
  $ref?: string;
  content?: Record<string, { schema?: Schema }>;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}

/** One operation of an OpenAPI 3 document. */
export interface Operation {
  parameters?: Parameter[];
  requestBody?: Content;
  responses?: Record<string, Content>;
}

/** The methods that an operation may have. */
export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The parts of an OpenAPI 3 document that are read. */
export interface Document {
  info?: { version?: string };
  paths: Record<string, { [method in (typeof methods)[number]]?: Operation } & { parameters?: Parameter[] }>;
  components: { schemas: Record<string, Schema> };
}

/** The operations of a document, each with its path and method. */
export const operationsIn = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation, shared: item.parameters ?? [] }] : [];
    }),
  );

/** Returns a function that follows references inside a document. One that leads nowhere is returned as it is. */
export function resolverOf(document: Document) {
  return function resolve<T extends { $ref?: string }>(node: T): T {
    const [, ...names] = node.$ref?.split('/') ?? [];
    const found = names.reduce<unknown>((at, name) => Object(at)[decodeURIComponent(name)], document);
    return found && node.$ref ? resolve(found as T) : node;
  };
}

/** The response to a call that worked. */
export const successOf = ({ responses = {} }: Operation): Content | undefined =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
