import type { InferOutput } from 'valibot';
import type { Call, Next, Stage } from '../call/call.ts';
import type { Progress } from '../call/progress.ts';
import type { ApiCall, LookupResult } from '../declare/api-call.ts';
import type { DeclaredParams, IdOf, LookupEndpoint, LookupSpec } from '../declare/endpoint.ts';
import { isApiError } from '../errors/api-error.ts';
import { type Params, takeParams } from '../pipeline/check-input.ts';
import { timeoutError } from '../pipeline/limit-time.ts';
import { callPage } from '../pipeline/pipeline.ts';
import { startTimer } from '../shared/clock.ts';
import { type AskedId, idsIn, keyOf, type MatchedItems, matchIds, splitIds } from './ids.ts';
import { readItems } from './read-items.ts';

type Result = LookupResult<unknown, unknown>;

/** Maximum number of concurrent requests per lookup. The rate limit may allow fewer. */
const maxAtOnce = 4;

/** Requests of a lookup. */
interface Plan {
  /** IDs in the caller's order, including repeated ones. Undefined if the call has none. */
  readonly asked: readonly AskedId[] | undefined;
  /** Params and IDs of each request. */
  readonly requests: readonly (readonly [params: Params, ids: readonly AskedId[]])[];
  /** Findings about the params, which every request carries. */
  readonly undocumented: Call['undocumented'];
}

/** Result of a request. */
interface Batch extends MatchedItems {
  readonly raw: unknown;
}

/** Declares an endpoint that returns the items of given IDs. */
// @__NO_SIDE_EFFECTS__
export function lookup<const Spec extends LookupSpec>(
  spec: Spec,
): LookupEndpoint<
  DeclaredParams<Spec>,
  InferOutput<Spec['item']>,
  IdOf<DeclaredParams<Spec>, Spec['ids']['params']>,
  Spec['auth']
> {
  return { ...spec, call: callLookup } as never;
}

/** Calls a lookup, whose result has the items of all IDs. */
const callLookup = (lookup: Call<LookupSpec>, params: Params): ApiCall<Result> =>
  lookup.progress.addTo(lookUp(lookup, params));

/** Sends the requests of a lookup, each of which is a separate call, like a page of a list. */
async function lookUp(lookup: Call<LookupSpec>, params: Params): Promise<Result> {
  const id = lookup.client.events?.newId();
  const stop = new AbortController(); // ends all requests once one has failed
  const planned = Promise.withResolvers<Plan>(); // by the first request, which checks the params
  const progress: Progress[] = [];
  const batches: Batch[] = [];
  let cancelTimer = () => {};

  async function load(index: number): Promise<void> {
    const call = lookup.pageCall({ id, page: index + 1, position: undefined }, stop.signal);
    progress[index] = call.progress;
    const readBatch: Stage = async (_, next) => {
      if (index === 0) {
        const plan = await checkAndPlan(call, params);
        if (plan.requests.length > 1) cancelTimer = startDeadline(call, stop);
        planned.resolve(plan);
      }
      const { requests, undocumented } = await planned.promise;
      const [ownParams, ids] = requests[index] ?? [];
      if (!ids) return; // an empty list of IDs
      call.params = ownParams;
      call.undocumented = undocumented;
      batches[index] = await loadBatch(call, ids, next);
    };
    await callPage(readBatch)(call);
  }

  const first = load(0);
  first.catch(planned.reject);
  try {
    const { asked, requests } = await planned.promise;
    let started = 1;
    const loadOthers = async () => {
      while (started < requests.length && !stop.signal.aborted) {
        started += 1;
        await load(started - 1);
      }
    };
    const others = Array.from({ length: Math.min(requests.length, maxAtOnce) - 1 }, loadOthers);
    await Promise.all([first.then(loadOthers), ...others]);
    return resultOf(lookup.endpoint, batches, asked);
  } catch (error) {
    stop.abort();
    throw error;
  } finally {
    cancelTimer();
    noteProgress(lookup, progress);
  }
}

/** Checks the params of a lookup, and plans its requests. */
async function checkAndPlan(call: Call<LookupSpec>, given: Params): Promise<Plan> {
  const { ids } = call.endpoint;
  const params = await takeParams(call, given);
  const asked = idsIn(ids, params);
  const unique = asked && [...new Map(asked.map((each) => [keyOf(each), each])).values()];
  const requests = unique ? splitIds(ids, params, unique) : [[params, []] as const];
  return { asked, requests, undocumented: call.undocumented };
}

/** Ends a lookup by `deadlineMs`, which otherwise limits each of its requests. Returns a function that prevents it. */
function startDeadline(call: Call, stop: AbortController): () => void {
  const { deadlineMs } = call.settings;
  if (deadlineMs === undefined) return () => {};
  const end = () => stop.abort(timeoutError(call, 'deadlineMs', deadlineMs));
  return startTimer(deadlineMs, end, { background: call.background });
}

/** Records what `withResponse` reports: the response to the last request, and the total number of requests. */
function noteProgress(lookup: Call, all: readonly Progress[]): void {
  const { progress } = lookup;
  const sent = all.filter(({ attempts }) => attempts > 0);
  const { status, headers, ownRequestId } = sent.at(-1) ?? progress;
  const attempts = sent.reduce((sum, each) => sum + each.attempts, 0);
  const durationMs = lookup.now() - progress.startedAt;
  Object.assign(progress, { status, headers, ownRequestId, attempts, durationMs });
}

/** Sends a request, and matches its result to its IDs. */
async function loadBatch(call: Call<LookupSpec>, sent: readonly AskedId[], next: Next): Promise<Batch> {
  const { ids, items: path } = call.endpoint;
  let raw: unknown;
  try {
    raw = await next(call);
  } catch (error) {
    if (!ids.failsWhenNoneExists || !isApiError(error, 'not_found')) throw error;
    return { found: new Map(), others: [], raw };
  }
  const { entries, items } = readItems(call, raw, path);
  if (sent.length === 0) return { found: new Map(), others: items, raw };
  const matched = matchIds(ids, sent, entries);
  if (!matched)
    throw call.fail(
      `the response has ${entries.length} entries for ${sent.length} IDs, so it does not show which one belongs to which ID. Look up fewer IDs, or one at a time`,
      { code: 'invalid_response' },
    );
  return { ...matched, raw };
}

/** Sorts the items into the order of the IDs. */
function resultOf({ ids }: LookupSpec, batches: readonly Batch[], asked: readonly AskedId[] = []): Result {
  const found = new Map(batches.flatMap((batch) => [...batch.found]));
  const itemsOf = (each: AskedId) => found.get(keyOf(each)) ?? [];
  const missing = asked.filter((each) => itemsOf(each).length === 0);
  return {
    items: [...asked.flatMap(itemsOf), ...batches.flatMap(({ others }) => others)],
    missing: missing.map(({ name, id }) => (ids.params.length > 1 ? { [name]: id } : id)),
    raw: batches.map(({ raw }) => raw),
  };
}
