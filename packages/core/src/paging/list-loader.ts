import type { InferOutput } from 'valibot';
import type { Call } from '../call/call.ts';
import type { Progress } from '../call/progress.ts';
import type { PagedCall } from '../declare/api-call.ts';
import type { DeclaredParams, ListEndpoint, ListSpec, OptionsOf } from '../declare/endpoint.ts';
import type { ListOptions } from '../declare/options.ts';
import type { Following } from '../declare/paging.ts';
import { type Params, takeParams } from '../pipeline/check-input.ts';
import { callPage } from '../pipeline/pipeline.ts';
import { atAll } from '../shared/paths.ts';
import { accepts } from '../validation/accepts.ts';
import { checksumOf, decodeCursor, encodeCursor, type Position } from './cursor.ts';
import { chunksOf } from './ids.ts';
import { choosePageSize, paramOf } from './page-size.ts';
import { pagedCall } from './paged-call.ts';
import { readItems } from './read-items.ts';
import type { LoadedPage, PageSource } from './read-pages.ts';

/** Everything that the pages of a list share. */
export interface ListPlan {
  /** Identifies this list, which cursors are bound to. */
  readonly identity: readonly (readonly [name: string, value: unknown])[];
  /** Params of its requests: one entry unless IDs are split. */
  readonly chunks: readonly Params[];
}

/** Plans the requests of a list. */
export function planList(endpoint: ListSpec, params: Params, account: string | undefined): ListPlan {
  const position = positionParam(endpoint);
  const identity = Object.entries(params)
    .filter(([name, value]) => value !== undefined && name !== position)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    // Compute each list's checksum once for all pages, because every cursor contains it and lists may be long.
    .map(([name, value]) => [name, Array.isArray(value) ? checksumOf(value) : value] as const);
  return {
    // A cursor of one user must not work for another, because a position in one user's list is meaningless, or
    // reveals too much, in another's.
    identity: account === undefined ? identity : [...identity, ['account', account]],
    chunks: endpoint.ids ? chunksOf(endpoint.ids, params) : [params],
  };
}

/** Parameter that holds the position of a page; empty for a list with only one page. */
const positionParam = ({ paging }: ListSpec): string => (paging.kind === 'single' ? '' : paging.param);

/** Declares an endpoint that returns pages of items. */
// @__NO_SIDE_EFFECTS__
export function list<const Spec extends ListSpec>(
  spec: Spec,
): ListEndpoint<DeclaredParams<Spec>, InferOutput<Spec['item']>, OptionsOf<Spec>, Spec['auth']> {
  return { ...spec, call: callList } as never;
}

/** Calls a list. Checks nothing and sends nothing until it is awaited or iterated over. */
function callList(list: Call<ListSpec>, params: Params): PagedCall<unknown> {
  const { endpoint } = list;
  const { paging } = endpoint;
  const operation = `${list.provider.name}/${list.operation}`;
  const repeated = () =>
    list.fail('the list does not end: its cursor repeats, or pages stay empty', { code: 'invalid_response' });
  let plan: (ListPlan & Pick<Call, 'undocumented'>) | undefined; // set once the first page is requested
  let id: string | undefined;
  let first: Progress | undefined;

  const loadPage = callPage(async (call, next): Promise<LoadedPage<unknown>> => {
    const page = call as Call<ListSpec>;
    plan ??= await checkAndPlan(page, params);
    const { chunks, identity } = plan;
    const position = page.list?.position ?? startOf(page, operation, identity);
    const [chunk, here] = position;
    const own = chunks[chunk];
    if (!own) return { items: [], nextCursor: null, total: 0 };
    page.undocumented = plan.undocumented;
    const sent = paramsAt(endpoint, own, position, page.list?.wanted);
    page.params = sent;
    const body = await next(page);
    const { items, count } = readItems(page, body, paging.items, endpoint.unwrapItems);
    const totals = atAll(body, paging.total).filter((each) => typeof each === 'number');
    const following: Following =
      paging.kind === 'single' ? {} : paging.follow({ params: sent, here, body, items, count, totals });
    const { next: nextHere, rest, endsShort } = following;
    if (endsShort)
      throw page.fail('the API reports more items, but sends none. Try again later', { code: 'invalid_response' });
    if (nextHere !== undefined && nextHere === here) throw repeated();
    // The number of a page depends on the page size.
    const size = paging.kind === 'page' && own[paging.size] === undefined ? sent[paging.size] : undefined;
    const inChunk = (at: string | number): Position => (size === undefined ? [chunk, at] : [chunk, at, Number(size)]);
    const nextChunk: Position | undefined = chunk + 1 < chunks.length ? [chunk + 1] : undefined;
    const after = nextHere === undefined ? nextChunk : inChunk(nextHere);
    return {
      items,
      nextCursor: after ? encodeCursor(operation, after, identity) : null,
      total: chunks.length > 1 || totals.length === 0 ? undefined : totals.reduce((sum, total) => sum + total),
      raw: body,
      after,
      // Several chunks are read one after the other, because the number of pages in each is unknown.
      rest: chunks.length > 1 || !rest ? undefined : (limit) => rest(stepFor(endpoint, own, limit)).map(inChunk),
    };
  });

  const load: PageSource<unknown>['load'] = (position, page, stop, wanted) => {
    id ??= list.client.events?.newId();
    const call = list.pageCall({ id, page, position, wanted }, stop);
    if (page === 1) first = call.progress;
    return loadPage(call) as Promise<LoadedPage<unknown>>;
  };

  const errors = {
    repeated,
    throwIfAborted: () => list.throwIfAborted(),
    invalid: (reason: string) => list.invalid(reason),
  };
  // Callers without TypeScript may pass null, which is reported with the first page rather than thrown here.
  return pagedCall(load, errors, Object(list.options), () => (first ?? list.progress).toResponseInfo());
}

/** Checks the params of a list, and plans its requests. */
async function checkAndPlan(call: Call<ListSpec>, given: Params) {
  const params = await takeParams(call, given);
  refuseSecondPosition(call, params);
  return { ...planList(call.endpoint, params, call.account), undocumented: call.undocumented };
}

/**
 * Refuses one of the API's own position parameters next to a cursor, which contains a position as well. If the API
 * requires the parameter, the cursor wins.
 *
 * @throws ApiError `invalid_params`.
 */
function refuseSecondPosition(call: Call<ListSpec>, params: Params): void {
  const { cursor }: ListOptions = call.options;
  const param = positionParam(call.endpoint);
  const schema = paramOf(call.endpoint, param);
  if (cursor !== undefined && (params[param] ?? undefined) !== undefined && schema && accepts(schema, undefined))
    throw call.invalid(
      `${param} cannot be combined with the option cursor, which continues the list after an earlier page. Leave one of them out`,
    );
}

/** Returns the start of a list: its beginning, or the cursor of an earlier call. */
function startOf(call: Call<ListSpec>, operation: string, identity: ListPlan['identity']): Position {
  const { cursor }: ListOptions = call.options;
  if (cursor === undefined) return [0];
  if (cursor === null)
    throw call.fail('cursor is null: this list has ended. Leave cursor out to start again', { code: 'invalid_cursor' });
  const { paging } = call.endpoint;
  const position = decodeCursor(operation, cursor, identity, paging.kind === 'single' ? undefined : paging.size);
  if (typeof position !== 'string') return position;
  throw call.fail(`${position}. Start from the beginning`, { code: 'invalid_cursor' });
}

/**
 * Returns the params of one page.
 *
 * @param wanted Number of items that the caller reads from several pages. Undefined: the caller reads one page.
 */
function paramsAt(endpoint: ListSpec, params: Params, [, here, size]: Position, wanted: number | undefined): Params {
  const { paging } = endpoint;
  if (paging.kind === 'single') return params;
  const position = paging.param;
  const sent: Record<string, unknown> = here === undefined ? { ...params } : { ...params, [position]: here };
  const chosen = paging.kind === 'page' && here !== undefined ? size : choosePageSize(endpoint, params, wanted);
  if (paging.size !== undefined && chosen !== undefined) sent[paging.size] = chosen;
  if (paging.kind !== 'offset' || paging.end === undefined || !sent[paging.size]) return sent;
  // The API serves nothing after `end`, so the last page requests only the rest.
  const left = paging.end - Number(sent[position] ?? 0);
  return { ...sent, [paging.size]: Math.min(Number(sent[paging.size]), left) };
}

/** Returns the difference between the positions of later pages. Undefined: the same as from this page to the next. */
const stepFor = (endpoint: ListSpec, params: Params, limit: number): number | undefined =>
  endpoint.paging.kind === 'offset' ? choosePageSize(endpoint, params, limit) : undefined;
