import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { Schema } from '../validation/node.ts';
import type { ApiCall, LookupResult, PagedCall } from './api-call.ts';
import type { AddressableListOptions, CallOptions, ListOptions } from './options.ts';
import type { AddressablePaging, Paging } from './paging.ts';

/** A valibot object schema that declares parameters. */
export interface ParamsSchema extends Schema {
  /** Schema of each parameter, by name. */
  readonly entries: Readonly<Record<string, Schema>>;
}

/**
 * Credentials that a call needs. `key` stands for the provider's fixed credentials, `jwt` for a token signed with the
 * caller's own secret.
 */
export type AuthKind = 'none' | 'key' | 'app' | 'user' | 'app-or-user' | 'jwt';

/**
 * Effect of a call: `read` changes nothing, `write` changes something, `money` moves money, or starts, allows or stops
 * a transfer.
 */
export type Access = 'read' | 'write' | 'money';

/** Fields that every endpoint declares. */
export interface EndpointSpec {
  /** HTTP method of the request. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path relative to the API's documented base, with `{name}` for path parameters: `/v1/albums/{id}/tracks`. */
  readonly path: string;
  /** Credentials that the call needs. */
  readonly auth: AuthKind;
  /** Scopes, one of which the grant must hold. */
  readonly scopes?: readonly string[];
  /** Effect of the call. Default: `read` for GET, else `write`. */
  readonly access?: Access;
  /**
   * Whether the result holds personal data that is not public, such as names, contact details, account numbers,
   * balances, or the things somebody owns, listens to or follows. Default false.
   */
  readonly personal?: boolean;
  /** Reason why the provider bills the call, in a short sentence. Default: the call is free. */
  readonly costs?: string;
  /** Path parameters. */
  readonly params?: ParamsSchema;
  /** Query parameters. */
  readonly query?: ParamsSchema | undefined;
  /** Fields of the body. */
  readonly body?: ParamsSchema | undefined;
  /** Content type of the body. Default `application/json`. */
  readonly contentType?: string;
  /** Serializes the body. Default: `JSON.stringify`. */
  readonly write?: (body: never) => string;
  /**
   * Arranges the checked params of a call in its request, if they are not sent under their own names. It receives only
   * params that are declared and set. Default: each is sent under its own name, in the place where its schema is
   * declared.
   */
  readonly arrange?: (params: never) => ArrangedParams;
  /** Converts parameters, by name, to the strings that are sent. Default: parameters are sent unconverted. */
  readonly encode?: Readonly<Record<string, (value: never) => string>>;
  /**
   * Format in which the response is read. Default `json`, where an empty body becomes undefined if `response` allows
   * it; `none` ignores the body.
   */
  readonly as?: 'json' | 'text' | 'bytes' | 'none';
  /** Server of the endpoint: `auth` is the provider's authorization server. Default: the API itself. */
  readonly host?: 'auth';
  /** Whether it is safe to repeat a request, so that it may be retried. Default: true for GET, PUT and DELETE. */
  readonly idempotent?: boolean;
  /**
   * Places of the response (of an item, in lists) that must be as declared even under `validation: 'report'`, because
   * data would be lost without them: `removed[].transaction_id`. Default: none.
   */
  readonly essential?: readonly string[];
  /**
   * Creates the client's method from the one that calls the endpoint, such as a method that reads all pages. It is
   * called once per client, when the method is first read. `group` holds the methods beside it. Default: the method calls
   * the endpoint once.
   */
  readonly wrap?: (method: never, between: BetweenCalls, group: never) => unknown;
  /** Calls the endpoint. Set by `list` and `lookup`, so that clients without them do not load that code. */
  readonly call?: (call: never, params: never) => unknown;
  /**
   * Params that belong to another method, with that method's name on the client. Calls with one of them are refused,
   * and the error names the method. Default: none.
   */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** URL of the provider's own documentation. */
  readonly docs: string;
  /**
   * Deprecation of an endpoint that the provider has closed or plans to close: since when, for whom, and what replaces
   * it.
   */
  readonly deprecated?: Deprecation;
}

/** Params by their places in a request. Places that are left out get none. */
export interface ArrangedParams {
  /** Values of the `{name}` parameters in the path. */
  readonly path?: Readonly<Record<string, unknown>>;
  /** Query parameters. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Fields of the body. If there are none, the request has no body. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Describes since when and for whom an endpoint is closed, and what replaces it. */
export interface Deprecation {
  /** Day of the change, `YYYY-MM-DD`. */
  readonly since: string;
  /** Callers who may still use it. Default: everybody. */
  readonly openTo?: string;
  /** Method to call instead, by its name on the client. */
  readonly replacement?: string;
  /** Whether the client automatically sends the request to the replacement. Default false. */
  readonly isRerouted?: boolean;
}

/** A list of IDs of any length, of which one request accepts at most `max`. */
export interface IdList {
  /** Names of the parameters that hold IDs; together they hold at most `max` per request. */
  readonly params: readonly string[];
  /** Maximum number of IDs that the API accepts in one request. */
  readonly max: number;
  /**
   * Functions that decide, by parameter, whether an ID can exist. Others are not sent, because one of them would fail
   * the whole request. A lookup reports them as missing, and a list has no items for them. Default: every ID is sent.
   */
  readonly canExist?: Readonly<Record<string, (id: unknown) => boolean>>;
}

/** The IDs of a lookup, and how response entries are matched to them. */
export interface LookupIds extends IdList {
  /**
   * Way to match entries to IDs: `place` if a response has one entry for each ID, in the order of the IDs, with null
   * for IDs that it has nothing for. Otherwise, for each parameter, the item field that equals the ID, ignoring case.
   */
  readonly match: 'place' | Readonly<Record<string, string>>;
  /**
   * Whether the API fails with `not_found` if none of the IDs in a request exists. They are then reported as `missing`.
   * Default false.
   */
  readonly failsWhenNoneExists?: boolean;
}

/** Pauses and checks between two calls of a method that is called again and again. */
export interface BetweenCalls {
  /**
   * Waits by the client's clock. Rejects as a call does when `signal` or a signal that `with` has bound the client to
   * aborts, or when the client is closed.
   *
   * @param early Ends the wait when it settles; the wait shares its rejection. Default: nothing.
   */
  pause(ms: number, signal?: AbortSignal, early?: Promise<unknown>): Promise<void>;
  /** Throws, as a call rejects, when `signal` or a signal that `with` has bound the client to has aborted. */
  throwIfEnded(signal?: AbortSignal): void;
}

/** Declaration of a call that returns one result. */
export interface CallSpec extends EndpointSpec {
  /** Schema of the response body. */
  readonly response: Schema;
  /** Path to the result in the body: `data.0`. Default: the body itself. */
  readonly unwrap?: string;
}

/** Declaration of a call that returns pages of items. */
export interface ListSpec extends EndpointSpec {
  /** Schema of one item. */
  readonly item: Schema;
  /**
   * Field that holds the item itself in responses that wrap each item in an object. Items without that field are used
   * unchanged. Default: items are never wrapped.
   */
  readonly unwrapItems?: string;
  /** Paging of the list. */
  readonly paging: Paging;
  /**
   * Lists of IDs that filter the items, and are split if they are too long. Several lists filter independently: if more
   * than one is split, a request is sent for every combination of their parts. Default: nothing is split.
   */
  readonly ids?: IdList | readonly IdList[];
}

/** Declaration of a call that returns the items of all given IDs, in as many requests as needed. */
export interface LookupSpec extends EndpointSpec {
  /** Schema of one item. */
  readonly item: Schema;
  /** Path to the items in the response body: `data`; `''` is the body itself. */
  readonly items: string;
  /** IDs that the call looks up. */
  readonly ids: LookupIds;
}

/** Any declaration. A call has a `response`, a list `paging`, a lookup `items`. */
export type AnySpec = CallSpec | ListSpec | LookupSpec;

/**
 * A declared call; the type parameters are the params and the result of its method on the client, and the credentials
 * that it needs.
 */
export interface Endpoint<Params, Result, Auth extends AuthKind = AuthKind> extends CallSpec {
  readonly auth: Auth;
  /** Carries the types of the params and the result; never set. */
  readonly '~types'?: { params: Params; result: Result };
}

/** A declared list; `Options` are the options of its method. */
export interface ListEndpoint<Params, Item, Options extends ListOptions = ListOptions, Auth extends AuthKind = AuthKind>
  extends ListSpec {
  readonly auth: Auth;
  /** Carries the types of the params, an item and the options; never set. */
  readonly '~types'?: { params: Params; item: Item; options: Options };
}

/** A declared lookup; `Id` is the type of the IDs reported as missing. */
export interface LookupEndpoint<Params, Item, Id, Auth extends AuthKind = AuthKind> extends LookupSpec {
  readonly auth: Auth;
  /** Carries the types of the params, an item and an ID; never set. */
  readonly '~types'?: { params: Params; item: Item; id: Id };
}

type Part<Spec, Name extends string> = Spec extends { readonly [name in Name]: infer S extends Schema }
  ? InferInput<S>
  : unknown;
type Flat<T> = { [Key in keyof T]: T[Key] };

/** Params as callers may pass them: their arrays may be readonly, at any depth. */
type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends string | number | Uint8Array | ((...args: never[]) => unknown)
    ? T
    : { [Key in keyof T]: Given<T[Key]> };

/** Params of a method that takes none: an empty object. Options are its second argument. */
export interface NoParams {
  readonly [name: string]: never;
}

type Merged<Parts> = unknown extends Parts ? NoParams : Flat<Given<Parts>>;

/** The params object of a declaration: path, query and body fields together. */
export type DeclaredParams<Spec> = Merged<Part<Spec, 'params'> & Part<Spec, 'query'> & Part<Spec, 'body'>>;

type Member<T, Name> = T extends readonly (infer Item)[] ? Item : Name extends keyof T ? T[Name] : never;
type At<T, Path> = Path extends `${infer Head}.${infer Rest}` ? At<Member<T, Head>, Rest> : Member<T, Path>;

type DeclaredResult<Spec> = Spec extends { readonly response: infer S extends Schema }
  ? Spec extends { readonly unwrap: infer Path }
    ? At<InferOutput<S>, Path>
    : Spec extends { readonly as: 'none' }
      ? void
      : InferOutput<S>
  : never;

/** Options of a list. Includes `concurrency` if the number of items or pages reveals where all pages are. */
export type OptionsOf<Spec extends ListSpec> = Spec['paging'] extends AddressablePaging
  ? AddressableListOptions
  : ListOptions;

type ValueOf<Values> = Values extends readonly (infer Value)[] ? Value : Values;

/** Type of an ID that a lookup reports as missing. */
export type IdOf<Params, Names> = Names extends readonly [infer Name extends keyof Params]
  ? ValueOf<NonNullable<Params[Name]>>
  : Names extends readonly (infer Name extends keyof Params)[]
    ? { [Key in Name]-?: { [Own in Key]-?: ValueOf<NonNullable<Params[Key]>> } }[Name]
    : never;

/** Declares an endpoint that returns one result. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const Spec extends CallSpec>(
  spec: Spec,
): Endpoint<DeclaredParams<Spec>, DeclaredResult<Spec>, Spec['auth']> {
  return spec as never;
}

/** Types a schema with the interface that extends its output, so that editors show the interface's name. */
// @__NO_SIDE_EFFECTS__
export function named<T>(schema: GenericSchema<unknown, NoInfer<T>>): GenericSchema<unknown, T> {
  return schema as never;
}

type Args<Params, Options> =
  Record<never, never> extends Params ? [params?: Params, options?: Options] : [params: Params, options?: Options];

/** A tree of declarations, which a provider package exports as `endpoints`. */
export interface EndpointTree {
  readonly [name: string]: AnySpec | EndpointTree;
}

declare const methods: unique symbol;
declare const appMethods: unique symbol;

/**
 * Carries the type of a tree's methods; never set. Built packages declare it for each of their groups, because editors
 * show the JSDoc of an interface that is written out, but TypeScript 7 shows none on properties of mapped types.
 */
export interface WithMethods<Methods, OfApp = Methods> {
  /** Methods of a client that acts for a user. */
  readonly [methods]?: Methods;
  /** Methods of a client that acts for the app. */
  readonly [appMethods]?: OfApp;
}

/**
 * The type of a method that needs a user, on a client that acts for the app: it cannot be called there. Call it on the
 * client that `withAccount` returns. A client of `createClient` has no `withAccount`; create it with
 * `createUserClient`.
 */
export interface CallItOnWithAccount {
  /** Name of the method. Every function has one, so that code for the app's client also takes an account's client. */
  readonly name: string;
}

type Method<Spec> =
  Spec extends ListEndpoint<infer Params, infer Item, infer Options>
    ? (...args: Args<Params, Options>) => PagedCall<Item>
    : Spec extends LookupEndpoint<infer Params, infer Item, infer Id>
      ? (...args: Args<Params, CallOptions>) => ApiCall<LookupResult<Item, Id>>
      : Spec extends Endpoint<infer Params, infer Result>
        ? (...args: Args<Params, CallOptions>) => ApiCall<Result>
        : never;

/**
 * The methods of a tree, on a client that acts for a user, or whose API has no users. The mapping is homomorphic, so
 * that each method keeps the JSDoc of its declaration.
 */
export type EndpointMethods<Tree> = typeof methods extends keyof Tree
  ? NonNullable<Tree[typeof methods]>
  : {
      readonly [Name in keyof Tree]: Tree[Name] extends AnySpec ? Method<Tree[Name]> : EndpointMethods<Tree[Name]>;
    };

/** The methods of a tree, on a client that acts for the app: those that need a user cannot be called. */
export type AppMethods<Tree> = typeof appMethods extends keyof Tree
  ? NonNullable<Tree[typeof appMethods]>
  : {
      readonly [Name in keyof Tree]: Tree[Name] extends { readonly auth: 'user' }
        ? CallItOnWithAccount
        : Tree[Name] extends AnySpec
          ? Method<Tree[Name]>
          : AppMethods<Tree[Name]>;
    };

/** Returns the effect of a call, derived from the HTTP method if its declaration does not state it. */
export const accessOf = ({ access, method }: EndpointSpec): Access => access ?? (method === 'GET' ? 'read' : 'write');

/** Returns all declarations of a tree by their names on the client: `[['streams.list', {...}], …]`. */
export function operationsOf(tree: object, prefix = ''): [name: string, spec: AnySpec][] {
  return Object.entries(tree as EndpointTree).flatMap(([name, node]) =>
    typeof node.path === 'string'
      ? [[prefix + name, node as AnySpec] as [string, AnySpec]]
      : operationsOf(node, `${prefix}${name}.`),
  );
}
