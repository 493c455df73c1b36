import { memberPath } from './operation.ts';

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
  deprecated?: boolean;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The parts of an OpenAPI 3 document that are read. */
export interface Document {
  info?: { version?: string };
  paths: Record<string, { [method in (typeof methods)[number]]?: Operation } & { parameters?: Parameter[] }>;
  components: { schemas: Record<string, Schema> };
}

/** The body of a request or a response. */
export interface Body {
  /** Content type. */
  readonly type: string;
  readonly schema: Schema | undefined;
}

/** Returns the operations of a document, each with its params, its body and the response to a call that worked. */
export function operationsIn(document: Document) {
  const resolve = resolverOf(document);
  const bodyOf = (content: Content = {}): Body | undefined => {
    const [media] = Object.entries(resolve(content).content ?? {});
    return media && { type: media[0], schema: media[1].schema };
  };
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const { parameters = [], requestBody, responses = {}, deprecated = false } = operation;
      const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
      return [
        {
          method,
          path,
          deprecated,
          parameters: [...(item.parameters ?? []), ...parameters].map(resolve),
          body: bodyOf(requestBody),
          response: bodyOf(success),
        },
      ];
    }),
  );
}

/**
 * Returns a function that follows references inside a document. It returns a reference that leads nowhere unchanged.
 */
export function resolverOf(document: Document) {
  return function resolve<T extends { $ref?: string }>(node: T): T {
    const [, ...names] = node.$ref?.split('/') ?? [];
    const found = names.reduce<unknown>((at, name) => Object(at)[decodeURIComponent(name)], document);
    return found && node.$ref ? resolve(found as T) : node;
  };
}

/**
 * Returns a function that visits a schema of a document and all schemas inside it, each with its path: `data[].id`. The
 * parts of `allOf` and of unions have the path of the whole, and are visited before it.
 */
export function walkerOf(document: Document) {
  const resolve = resolverOf(document);
  return function walk(
    schema: Schema | undefined,
    visit: (node: Schema, path: string) => void,
    path = '',
    seen: readonly Schema[] = [],
  ): void {
    if (!schema) return;
    const node = resolve(schema);
    if (seen.includes(node)) return;
    const inside = (part: Schema, at: string) => walk(part, visit, at, [...seen, node]);
    for (const part of [node.allOf, node.oneOf, node.anyOf].flatMap((parts = []) => parts)) inside(part, path);
    visit(node, path);
    for (const [name, member] of Object.entries(node.properties ?? {})) inside(member, memberPath(path, name));
    if (node.items) inside(node.items, `${path}[]`);
    if (typeof node.additionalProperties === 'object') inside(node.additionalProperties, memberPath(path, '*'));
  };
}
