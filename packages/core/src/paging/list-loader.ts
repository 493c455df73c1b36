import type { Call, Stage, Undocumented } from '../call/call.ts';
import type { Progress } from '../call/progress.ts';
import type { PagedCall } from '../declare/api-call.ts';
import type { ListSpec } from '../declare/endpoint.ts';
import type { ListOptions } from '../declare/options.ts';
import type { Following } from '../declare/paging.ts';
import { checkParams, completeParams } from '../pipeline/check-input.ts';
import { callPage } from '../pipeline/pipeline.ts';
import { accepts } from '../validation/accepts.ts';
import { checksumOf, decodeCursor, encodeCursor } from './cursor.ts';
import { chunksOf } from './id-chunks.ts';
import type { LoadedPage, Position } from './page.ts';
import { pagedCall } from './paged-call.ts';
import { type ReadItems, readItems } from './read-items.ts';
import { requestPage, totalsIn } from './request-page.ts';

type Params = Readonly<Record<string, unknown>>;

/** Everything that the pages of a list share. @internal */
export interface ListPlan {
  /** Identifies this list, which cursors are bound to. */
  readonly identity: readonly (readonly [name: string, value: unknown])[];
  /** Params of its requests: one entry unless IDs are split. */
  readonly chunks: readonly Params[];
}

/** Plans the requests of a list. @internal */
export function planList(endpoint: ListSpec, params: Params, account: string | undefined): ListPlan {
  const position = positionParam(endpoint);
  const identity = Object.entries(params)
    .filter(([name, value]) => value !== undefined && name !== position)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    // Compute each list's checksum once for all pages, because every cursor contains it and lists may be long.
    .map(([name, value]) => [name, Array.isArray(value) ? checksumOf(value) : value] as const);
  return {
    // A cursor of one user must not work for another, because positions in one user's list mean nothing, or too much,
    // in another's.
    identity: account === undefined ? identity : [...identity, ['account', account]],
    chunks: endpoint.ids ? chunksOf(endpoint.ids, params) : [params],
  };
}

/** Parameter that holds the position of a page; empty for a list with only one page. */
const positionParam = ({ paging }: ListSpec): string => (paging.kind === 'single' ? '' : paging.param);

/** Calls a list. Checks nothing and sends nothing until it is awaited or iterated over. @internal */
export function callList(list: Call<ListSpec>, given: Params): PagedCall<unknown> {
  const { client, endpoint } = list;
  const options: ListOptions = list.options;
  const operation = `${list.provider.name}/${list.operation}`;
  const repeated = () =>
    list.fail('the list does not end: its cursor repeats, or pages stay empty', { code: 'invalid_response' });
  let planned: ListPlan | undefined; // set once the first page is requested
  let params = given;
  let undocumented: Undocumented | undefined;
  let listId: string | undefined;
  let first: Progress | undefined;

  const readPage: Stage = async (page, next) => {
    if (!planned) {
      if (page.client.provider.completeParams) params = page.params = await completeParams(page, params);
      checkParams(page);
      refuseSecondPosition(page as Call<ListSpec>, params);
      undocumented = page.undocumented;
      planned = planList(endpoint, params, page.account);
    }
    const { chunks, identity } = planned;
    const position = page.list?.position ?? startOf(page, operation, options.cursor, planned);
    const [chunk, here] = position;
    const own = chunks[chunk];
    if (!own) return { items: [], nextCursor: null, total: 0 };
    const sent = paramsAt(endpoint, own, here);
    page.undocumented = undocumented;
    const body = await requestPage(page as Call<ListSpec>, sent, next);
    const { paging, unwrapItems } = endpoint;
    const read = readItems(page as Call<ListSpec>, body, paging.items, unwrapItems);
    const totals = totalsIn(paging, body);
    const { next: following, rest } = followingOf(endpoint, read, { sent, here, body, totals });
    if (following !== undefined && following === here) throw repeated();
    const after = positionAfter(position, following, chunks.length);
    return {
      items: read.items,
      nextCursor: after ? encodeCursor(operation, after, identity) : null,
      total: chunks.length > 1 || totals.length === 0 ? undefined : sum(totals),
      raw: body,
      after,
      // Several chunks are read one after the other, because the number of pages in each is unknown.
      rest: chunks.length > 1 || !rest ? undefined : () => rest().map((at): Position => [chunk, at]),
    } satisfies LoadedPage<unknown>;
  };
  const loadPage = callPage(readPage);

  function load(position: Position | undefined, page: number, stop?: AbortSignal): Promise<LoadedPage<unknown>> {
    listId ??= client.events?.newId();
    const call = list.pageCall({ id: listId, page, position }, stop);
    if (page === 1) first = call.progress;
    return loadPage(call) as Promise<LoadedPage<unknown>>;
  }

  const errors = {
    repeated,
    throwIfAborted: () => list.throwIfAborted(),
    invalid: (reason: string) => list.invalid(reason),
  };
  // Callers without TypeScript may pass null, which is reported with the first page rather than thrown here.
  return pagedCall(load, errors, Object(options), () => (first ?? list.progress).toResponseInfo());
}

/**
 * Refuses one of the API's own position parameters next to a cursor, which contains a position as well. If the API
 * requires the parameter, the cursor wins.
 *
 * @throws ApiError `invalid_params`.
 */
function refuseSecondPosition(call: Call<ListSpec>, params: Params): void {
  const { cursor }: ListOptions = call.options;
  const { query, body } = call.endpoint;
  const param = positionParam(call.endpoint);
  const schema = { ...query?.entries, ...body?.entries }[param];
  if (cursor !== undefined && (params[param] ?? undefined) !== undefined && schema && accepts(schema, undefined))
    throw call.invalid(
      `${param} cannot be combined with the option cursor, which continues the list after an earlier page. Leave one of them out`,
    );
}

/** Returns the start of a list: its beginning, or the cursor of an earlier call. */
function startOf(call: Call, operation: string, cursor: string | undefined, { identity }: ListPlan): Position {
  if (cursor === undefined) return [0];
  if (cursor === null)
    throw call.fail('cursor is null: this list has ended. Leave cursor out to start again', { code: 'invalid_cursor' });
  const position = decodeCursor(operation, cursor, identity);
  if (typeof position !== 'string') return position;
  throw call.fail(`${position}. Start from the beginning`, { code: 'invalid_cursor' });
}

/** Returns the params of one page. */
function paramsAt(endpoint: ListSpec, params: Params, here: string | number | undefined): Params {
  const { paging } = endpoint;
  const position = positionParam(endpoint);
  const sent = here === undefined ? params : { ...params, [position]: here };
  if (paging.kind !== 'offset' || paging.end === undefined || !sent[paging.size]) return sent;
  // The API serves nothing after `end`, so the last page requests only the rest.
  const left = paging.end - Number(sent[position] ?? 0);
  return { ...sent, [paging.size]: Math.min(Number(sent[paging.size]), left) };
}

/** Returns the position of the pages that follow in the same chunk. */
function followingOf(
  { paging }: ListSpec,
  { items, count }: ReadItems,
  page: { sent: Params; here: string | number | undefined; body: unknown; totals: readonly number[] },
): Following {
  if (paging.kind === 'single') return {};
  const { sent: params, here, body, totals } = page;
  return paging.follow({ params, here, body, items, count, totals });
}

/**
 * Returns the position of the next page in the same chunk, else of the first page in the next chunk. Undefined after
 * the last.
 */
function positionAfter([chunk]: Position, next: string | number | undefined, chunks: number): Position | undefined {
  if (next !== undefined) return [chunk, next];
  return chunk + 1 < chunks ? [chunk + 1] : undefined;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
