/** What is read of a schema of an OpenAPI 3 document. */
export interface Schema {
  $ref?: string;
  type?: string;
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
  content?: Record<string, { schema?: Schema }>;
}

/** One operation of an OpenAPI 3 document. */
export interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: Content;
  responses?: Record<string, Content>;
}

/** What is read of an OpenAPI 3 document. */
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}
