/** A field of a request as a provider's official OpenAPI file describes it; `scripts/openapi-table.ts` writes it. */
export interface TableField {
  readonly required?: boolean;
  readonly nullable?: boolean;
  /** Unset: a list where it has items, an object where it has fields, else a string. `any`: anything. */
  readonly type?: string;
  /** Name in `shapes` of what else is known of it. */
  readonly shape?: string;
  readonly enum?: readonly unknown[];
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly default?: unknown;
  /** Elements of a list. */
  readonly items?: TableField;
  /** Fields of an object; unset: anything. */
  readonly fields?: TableFields;
}

/** Fields by name. */
export type TableFields = Readonly<Record<string, TableField>>;

/** Operation in the official file. */
export interface TableOperation {
  /** Closed to apps in the music API's development mode. */
  readonly deprecated?: boolean;
  readonly scopes?: readonly string[];
  /** Status of its success. Default 200. */
  readonly status?: number;
  readonly path?: TableFields;
  readonly query?: TableFields;
  readonly body?: TableFields;
}

/** Operations of a provider in its official file, by names such as `POST /accounts/get`. */
export interface OpenApiTable {
  readonly operations: Readonly<Record<string, TableOperation>>;
  readonly shapes: Readonly<Record<string, TableField>>;
  /** Names of fields that may be null, by record. */
  readonly nulls?: Readonly<Record<string, readonly string[]>>;
}
