/** A request field, as a provider's official OpenAPI file describes it. `scripts/openapi-table.ts` writes it. */
export interface TableField {
  readonly required?: boolean;
  readonly nullable?: boolean;
  /**
   * Type. If unset, the field is a list if it has items, an object if it has fields, and otherwise a string. `any`:
   * anything.
   */
  readonly type?: string;
  /** Name of the rest of its description in `shapes`. */
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
  /** Description of a list's items. */
  readonly items?: TableField;
  /** Fields of an object. If unset, anything. */
  readonly fields?: TableFields;
}

/** Fields by name. */
export type TableFields = Readonly<Record<string, TableField>>;

/** Operation in the official file. */
export interface TableOperation {
  /** Closed to apps in the music API's development mode. */
  readonly deprecated?: boolean;
  readonly scopes?: readonly string[];
  /** Status of a successful response. Default 200. */
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
