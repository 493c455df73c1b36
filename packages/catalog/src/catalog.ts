import type { Deprecation, EndpointSpec } from '@x/core/provider';

/** A JSON Schema, draft 2020-12. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Authentication for programs that do not use the client, described as OpenAPI security schemes. */
export interface CatalogSecurity {
  /** Security schemes by name, in OpenAPI's format. */
  readonly schemes: Readonly<Record<string, JsonSchema>>;
  /** Names of the schemes that a call requires, by the operation's `auth`; all of them are required. */
  readonly kinds: Readonly<Record<string, readonly string[]>>;
}

/** Paging of a list. */
export interface CatalogPaging {
  /** Kind of paging; `single` is a list with only one page, `lookup` returns all items for a list of IDs at once. */
  readonly kind: 'lookup' | 'single' | 'cursor' | 'offset' | 'page';
  /** Path to the items in the body. Empty: the body itself. */
  readonly items: readonly string[];
  /** Field that holds the item itself, if each item is wrapped in an object. */
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
  /** Words that lead a search to the operation, in addition to its name and description. Default: none. */
  readonly keywords?: readonly string[];
  /** Address of the operation's page in the provider's documentation. */
  readonly docs: string;
  /** HTTP method of the request. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the server's address, with `{name}` for path parameters. */
  readonly path: string;
  /** Credentials that the call needs. */
  readonly auth: EndpointSpec['auth'];
  /** Scopes, one of which the grant must hold. */
  readonly scopes?: readonly string[];
  /** Effect of the call: `read` changes nothing; `money` moves money, or starts, allows or stops a transfer. */
  readonly access: NonNullable<EndpointSpec['access']>;
  /** Whether the result holds personal data that is not public. Default false. */
  readonly personal?: true;
  /** Reason why the provider bills the call. Default: the call is free. */
  readonly costs?: string;
  /** Whether it is safe to repeat the call. Default false. */
  readonly idempotent?: true;
  /** Present if the provider has closed the operation or plans to. */
  readonly deprecated?: Deprecation;
  /**
   * Schema of the params: a single object with the path, query and body params. It refers only to schemas that contain
   * themselves.
   */
  readonly params: JsonSchema;
  /**
   * Names of the params sent in the query, for a call that has a body as well; all others are in the path or in the
   * body. Default: without a body, all params that are not in the path are sent in the query; see `hasBody`.
   */
  readonly query?: readonly string[];
  /**
   * Names of the params that only the client has, which sends others in their place. The API does not accept them.
   * Default: none.
   */
  readonly clientParams?: readonly string[];
  /** Names of the params that the client writes as a text in the API's own syntax. Default: none. */
  readonly encoded?: readonly string[];
  /** Whether the call has a body. Default false. */
  readonly hasBody?: true;
  /** Content type of the body. Default `application/json`. */
  readonly contentType?: string;
  /** Schema of the result, or of one item for a list. Absent if the call has no result. */
  readonly result?: JsonSchema;
  /** Path to the result in the body, with names separated by dots: `data.0`. Default: the body itself. */
  readonly unwrap?: string;
  /** Format in which the response is read, if it is not JSON. */
  readonly as?: 'text' | 'bytes' | 'none';
  /** Paging of the list. Absent if the call returns one result. */
  readonly paging?: CatalogPaging;
}

/** Fields that most operations of an API have in common. */
type CommonFact = 'method' | 'auth' | 'access' | 'hasBody';

/** An operation in the catalog's compact form. `operationsIn` completes it. */
export interface StoredOperation extends Omit<CatalogOperation, CommonFact | 'idempotent' | 'deprecated'> {
  /** Rest of the address of the documentation page, after the catalog's `docs`. */
  readonly docs: string;
  /** HTTP method of the request. Default: set in the catalog's `defaults`. */
  readonly method?: CatalogOperation['method'];
  /** Credentials that the call needs. Default: set in the catalog's `defaults`. */
  readonly auth?: EndpointSpec['auth'];
  /** Effect of the call. Default: set in the catalog's `defaults`. */
  readonly access?: NonNullable<EndpointSpec['access']>;
  /** Whether the call has a body. Default: set in the catalog's `defaults`, else false. */
  readonly hasBody?: true;
  /** Whether it is safe to repeat the call. Default: true for GET, PUT and DELETE. */
  readonly idempotent?: boolean;
  /** Present if the provider has closed the operation or plans to. Defaults: set in the catalog's `deprecation`. */
  readonly deprecated?: Partial<Deprecation>;
}

/** All operations of an API, as JSON. A provider package exports it as `@x/<provider>/catalog.json`. */
export interface Catalog {
  /** Version of this format. */
  readonly version: 1;
  /** Name of the provider: `music`. */
  readonly provider: string;
  /** Title of the API. */
  readonly title: string;
  /** Base address of all paths. */
  readonly server: string;
  /** Base address of the documentation of all operations. */
  readonly docs: string;
  /** Format of arrays in a query: one parameter for each value, or one parameter with commas. */
  readonly lists: 'repeat' | 'comma';
  /** Authentication that a program needs. */
  readonly security: CatalogSecurity;
  /** Options of the client that hold the credentials, such as `clientId` and `clientSecret`. */
  readonly credentials: readonly string[];
  /** Values for operations that do not state their own. */
  readonly defaults: Partial<Pick<CatalogOperation, CommonFact>>;
  /** Values for deprecated operations that do not state their own. */
  readonly deprecation: Partial<Deprecation>;
  /** All operations, in the client's order. Read them with `operationsIn`, which completes them. */
  readonly operations: readonly StoredOperation[];
  /** Schemas that several others refer to as `#/$defs/Name`. */
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}
