import { isApiError } from '@x/core';
import {
  type AnySpec,
  type EndpointSpec,
  type LookupSpec,
  type OffsetPaging,
  type Sending,
  stringAt,
} from '@x/core/provider';

type Params = Readonly<Record<string, unknown>>;

/**
 * Another way to make a call that is closed or limited for apps in development mode: the member `development` of its
 * declaration.
 */
export interface Development {
  /** Members of the declaration that are different. */
  readonly spec: {
    readonly path?: string;
    readonly arrange?: EndpointSpec['arrange'];
    readonly items?: string;
    readonly ids?: LookupSpec['ids'];
    readonly paging?: OffsetPaging;
    readonly deprecated?: undefined;
  };
  /** Whether a call with these params has the same result this way. Default: every call has. */
  readonly fits?: (params: Params) => boolean;
}

/** For a list whose pages have at most `largest` items in development mode. */
export const smallPages = (paging: OffsetPaging, largest: number): Development => ({
  spec: { paging: { ...paging, largest } },
});

/** For a lookup at `path` that is limited to a single ID in development mode. */
export const oneByOne = (path: string): Development => ({
  spec: {
    path: `${path}/{id}`,
    items: '',
    ids: { params: ['ids'], max: 1, match: 'place', failsWhenNoneExists: true },
    arrange: ({ ids: [id], ...query }: { ids: readonly string[] }) => ({ path: { id }, query }),
    // Reports no deprecation, because there is no better call.
    deprecated: undefined,
  },
});

/** For a call that is at another path in development mode, with the same params. */
export const movedTo = (path: string, more: Development['spec'] = {}): Development => ({ spec: { path, ...more } });

/** Maximum number of URIs in a request to `/v1/me/library`. */
const maxUris = 40;

interface LibraryCall<Given> {
  /** URIs of the records, in the order of their IDs. */
  readonly uris: (params: Given) => readonly string[];
  /** Names of the params that the URIs fully express. Calls with other params are not moved. */
  readonly takes: readonly string[];
}

const arrangeUris = <Given>({ uris }: LibraryCall<Given>) =>
  ((params: Given) => ({ query: { uris: uris(params) } })) as EndpointSpec['arrange'];

const takesAll =
  <Given>({ takes }: LibraryCall<Given>) =>
  (params: Params): boolean =>
    Object.keys(params).every((name) => params[name] === undefined || takes.includes(name));

/**
 * For a write to one kind of record in the user's library: development mode has only the write to all kinds, by URI.
 *
 * @param fits Whether a call with these params has the same result by URI. Default: every call has.
 */
export function writtenByUri<Given>(
  call: LibraryCall<Given>,
  fits: NonNullable<Development['fits']> = () => true,
): Development {
  const fitsNames = takesAll(call);
  return {
    spec: { path: '/v1/me/library', arrange: arrangeUris(call) },
    // Writes are never split, because one of the requests could fail.
    fits: (params) => fitsNames(params) && [params.ids].flat().length <= maxUris && fits(params),
  };
}

/** For a check of one kind of record in the user's library, in the same way. */
export const askedByUri = <Given>(call: LibraryCall<Given>, more: Development['spec'] = {}): Development => ({
  spec: { path: '/v1/me/library/contains', arrange: arrangeUris(call), ...more },
  fits: takesAll(call),
});

/** IDs of a lookup that is made by URI. */
export const uriIds: LookupSpec['ids'] = { params: ['ids'], max: maxUris, match: 'place' };

/** Returns the URIs of records of one kind. User IDs may contain any characters. */
export const urisOf = (kind: string, ids: string | readonly string[]): string[] =>
  [ids].flat().map((id) => `spotify:${kind}:${encodeURIComponent(id)}`);

type Adaptable = AnySpec & { readonly development?: Development };

/** Returns the largest page in development mode of a list that stays at its path; undefined for any other call. */
export function largestPage(endpoint: EndpointSpec): number | undefined {
  const { path, paging } = (endpoint as Adaptable).development?.spec ?? {};
  return path === undefined ? paging?.largest : undefined;
}

/**
 * Returns whether a failed request shows that the app is in development mode, because the API refuses a page size that
 * extended quota allows.
 */
export const showsDevelopment = (error: unknown, { endpoint, params }: Sending): boolean =>
  isApiError(error) &&
  error.status === 400 &&
  /^invalid limit/i.test(stringAt(error.details, 'error.message') ?? '') &&
  Number(params.limit) > Number(largestPage(endpoint));

/** Declarations adapted to development mode: one for calls that fit, one for the others. */
const adapted = new WeakMap<AnySpec, { readonly fitting: AnySpec; readonly other: AnySpec }>();

/** Chooses the declaration that a client in development mode uses for a call. */
export function forDevelopment(endpoint: AnySpec, params: unknown): AnySpec {
  const { development, ...other } = endpoint as Adaptable;
  if (!development) return endpoint;
  let found = adapted.get(endpoint);
  if (!found) {
    const deprecated = endpoint.deprecated && { ...endpoint.deprecated, isRerouted: true };
    found = { fitting: { ...other, deprecated, ...development.spec } as AnySpec, other };
    adapted.set(endpoint, found);
  }
  return (development.fits?.(Object(params)) ?? true) ? found.fitting : found.other;
}
