import type { AnySpec, ArrangedParams, EndpointSpec, LookupIds, OffsetPaging } from '@x/core/provider';

type Params = Readonly<Record<string, unknown>>;

/**
 * How an app in development mode makes a call that is closed to it or limited: the member `development` of its
 * declaration.
 */
export interface Development {
  /** Members of the declaration that are different. */
  readonly spec: {
    readonly path?: string;
    readonly arrange?: EndpointSpec['arrange'];
    readonly items?: string;
    readonly ids?: LookupIds;
    readonly paging?: OffsetPaging;
    readonly deprecated?: undefined;
  };
  /** Whether a call with these params has the same result in this way. Default: each has. */
  readonly fits?: (params: Params) => boolean;
}

/** For a list of which development mode gets pages of at most `largest` items. */
export const smallPages = (paging: OffsetPaging, largest: number): Development => ({
  spec: { paging: { ...paging, largest } },
});

/** For a lookup at `path`, of which development mode has only the call for a single ID. */
export const oneByOne = (path: string): Development => ({
  spec: {
    path: `${path}/{id}`,
    items: '',
    ids: { params: ['ids'], max: 1, match: 'place', failsWhenNoneExists: true },
    arrange: ({ ids: [id], ...query }: { ids: readonly string[] }) => ({ path: { id }, query }),
    // Nothing better could be called in its place.
    deprecated: undefined,
  },
});

/** For a call that is at another path in development mode, with the same params. */
export const movedTo = (path: string, more: Development['spec'] = {}): Development => ({ spec: { path, ...more } });

/** A request of `/v1/me/library` has at most this many URIs. */
const maxUris = 40;

interface LibraryCall<Given> {
  /** URIs of the records, in the order of their IDs. */
  readonly uris: (params: Given) => readonly string[];
  /** Names of the params that the URIs tell everything of. Calls with others are not moved. */
  readonly takes: readonly string[];
}

const arrangeUris = <Given>({ uris }: LibraryCall<Given>) =>
  ((params: Given): ArrangedParams => ({ query: { uris: uris(params) } })) as EndpointSpec['arrange'];

const takesAll =
  <Given>({ takes }: LibraryCall<Given>) =>
  (params: Params): boolean =>
    Object.keys(params).every((name) => params[name] === undefined || takes.includes(name));

/**
 * For a write to one kind of record of the user's library: development mode has only that to all kinds, by URI.
 *
 * @param fits Whether a call with these params is the same by URI. Default: each is.
 */
export function writtenByUri<Given>(
  call: LibraryCall<Given>,
  fits: NonNullable<Development['fits']> = () => true,
): Development {
  const fitsNames = takesAll(call);
  return {
    spec: { path: '/v1/me/library', arrange: arrangeUris(call) },
    // Writes are never split: one of the requests could fail.
    fits: (params) => fitsNames(params) && [params.ids].flat().length <= maxUris && fits(params),
  };
}

/** For a question about one kind of record of the user's library, in the same way. */
export const askedByUri = <Given>(call: LibraryCall<Given>, more: Development['spec'] = {}): Development => ({
  spec: { path: '/v1/me/library/contains', arrange: arrangeUris(call), ...more },
  fits: takesAll(call),
});

/** The IDs of a lookup that is asked by URI. */
export const uriIds: LookupIds = { params: ['ids'], max: maxUris, match: 'place' };

/** The URIs of records of one kind. IDs of users may contain any characters. */
export const urisOf = (kind: string, ids: string | readonly string[]): string[] =>
  [ids].flat().map((id) => `spotify:${kind}:${encodeURIComponent(id)}`);

/** Declarations by what they are in development mode: one for calls that fit, one for the others. */
const adapted = new WeakMap<AnySpec, { readonly fitting: AnySpec; readonly other: AnySpec }>();

/** Chooses the declaration that a client in development mode makes a call by. */
export function forDevelopment(endpoint: AnySpec, params: unknown): AnySpec {
  const { development, ...other } = endpoint as AnySpec & { readonly development?: Development };
  if (!development) return endpoint;
  let found = adapted.get(endpoint);
  if (!found) {
    const deprecated = endpoint.deprecated && { ...endpoint.deprecated, isRerouted: true };
    found = { fitting: { ...other, deprecated, ...development.spec } as AnySpec, other };
    adapted.set(endpoint, found);
  }
  return (development.fits?.(Object(params)) ?? true) ? found.fitting : found.other;
}
