import type { Access, AuthKind, Deprecation } from '../declare/endpoint.ts';

/** A JSON Schema of the draft 2020-12. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** How a program without the client authenticates: as the security schemes of OpenAPI. */
export interface CatalogSecurity {
  /** Security schemes by name, as OpenAPI has them. */
  readonly schemes: Readonly<Record<string, JsonSchema>>;
  /** Names of the schemes that a call of each kind needs, all of them. */
  readonly kinds: Readonly<Partial<Record<AuthKind, readonly string[]>>>;
}

/** How a list goes from page to page. */
export interface CatalogPaging {
  /** Kind of paging; `single` is a list that is one page, `lookup` returns all items of IDs at once. */
  readonly kind: 'lookup' | 'single' | 'cursor' | 'offset' | 'page';
  /** Where the items are in the body, names separated by dots. Empty: the body itself. */
  readonly items: readonly string[];
  /** Field that holds the item itself, where each item is wrapped in an object. */
  readonly unwrapItems?: string;
}

/** One operation of an API. */
export interface CatalogOperation {
  /** Name on the client: `streams.list`. */
  readonly name: string;
  /** First sentence of the description. */
  readonly summary: string;
  /** The rest of the description. */
  readonly description?: string;
  /** Page of the provider's documentation. */
  readonly docs: string;
  /** HTTP method of the request. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the server's address, with `{name}` for path parameters. */
  readonly path: string;
  /** Credentials that the call needs. */
  readonly auth: AuthKind;
  /** Scopes of which the grant must hold one. */
  readonly scopes?: readonly string[];
  /** What the call does: `read` changes nothing, `money` moves money, or starts, allows or stops that. */
  readonly access: Access;
  /** Whether the result holds personal data that is not public. Default false. */
  readonly personal?: true;
  /** Why the provider bills the call. Default: the call is free. */
  readonly costs?: string;
  /** Whether repeating the call does no harm. Default false. */
  readonly idempotent?: true;
  /** Set where the provider has closed the operation or will. */
  readonly deprecated?: Deprecation;
  /** Schema of the params: one object for those of path, query and body. It refers only to schemas that contain themselves. */
  readonly params: JsonSchema;
  /**
   * Names of the params that travel in the query, of a call that has a body as well; all others are in the path or in the body.
   * Default: without a body, all that are not in the path travel in the query; see `hasBody`.
   */
  readonly query?: readonly string[];
  /** Whether the call has a body. Default false. */
  readonly hasBody?: true;
  /** Content type of the body. Default `application/json`. */
  readonly contentType?: string;
  /** Schema of the result, of one item for a list. Absent where the call has no result. */
  readonly result?: JsonSchema;
  /** Where the result is in the body, names separated by dots: `data.0`. Default: the body itself. */
  readonly unwrap?: string;
  /** How the response is read, where it is no JSON. */
  readonly as?: 'text' | 'bytes' | 'none';
  /** How the list goes from page to page. Absent for a call that returns one result. */
  readonly paging?: CatalogPaging;
}

/** Facts that most operations of an API have in common. */
type CommonFact = 'method' | 'auth' | 'hasBody';

/** An operation as a catalog has it, in few bytes. `operationsIn` completes it. */
export interface StoredOperation extends Omit<CatalogOperation, CommonFact | 'idempotent'> {
  /** Page of the provider's documentation, after `docs` of the catalog. */
  readonly docs: string;
  /** HTTP method of the request. Default: in `defaults` of the catalog. */
  readonly method?: CatalogOperation['method'];
  /** Credentials that the call needs. Default: in `defaults` of the catalog. */
  readonly auth?: AuthKind;
  /** Whether the call has a body. Default: in `defaults` of the catalog, else false. */
  readonly hasBody?: true;
  /** Whether repeating the call does no harm. Default: true for GET, PUT and DELETE. */
  readonly idempotent?: boolean;
}

/** All operations of an API, as JSON. A provider package has it as `@x/<provider>/catalog.json`. */
export interface Catalog {
  /** Version of this format. */
  readonly version: 1;
  /** Name of the provider: `music`. */
  readonly provider: string;
  /** Title of the API. */
  readonly title: string;
  /** Address that the paths are below. */
  readonly server: string;
  /** Address that the documentation of all operations is below. */
  readonly docs: string;
  /** How lists travel in a query: one parameter for each value, or one with commas. */
  readonly lists: 'repeat' | 'comma';
  /** How a program authenticates. */
  readonly security: CatalogSecurity;
  /** What applies to operations that do not say it themselves. */
  readonly defaults: Partial<Pick<CatalogOperation, CommonFact>>;
  /** Every operation, in the order of the client. Read them with `operationsIn`, which completes them. */
  readonly operations: readonly StoredOperation[];
  /** Schemas that several others refer to as `#/$defs/Name`. */
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}
