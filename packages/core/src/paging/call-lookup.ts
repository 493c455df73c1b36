import type { Call, Stage } from '../call/call.ts';
import type { Progress } from '../call/progress.ts';
import type { ApiCall, LookupResult } from '../declare/api-call.ts';
import type { LookupSpec } from '../declare/endpoint.ts';
import { isApiError } from '../errors/api-error.ts';
import { checkParams, completeParams } from '../pipeline/check-input.ts';
import { timeoutError } from '../pipeline/limit-time.ts';
import { callPage } from '../pipeline/pipeline.ts';
import { startTimer } from '../shared/clock.ts';
import { type AskedId, idsIn, splitIds } from './id-chunks.ts';
import { keyOf, type MatchedItems, matchIds } from './match-ids.ts';
import { readItems } from './read-items.ts';

type Params = Readonly<Record<string, unknown>>;
type Result = LookupResult<unknown, unknown>;

/** Maximum number of concurrent requests per lookup. The rate limit may allow fewer. */
const maxAtOnce = 4;

/** Requests of a lookup. */
interface Plan {
  /** IDs in the caller's order, including repeated ones. Undefined if the call has none. */
  readonly asked: readonly AskedId[] | undefined;
  /** Params and IDs of each request. */
  readonly batches: readonly (readonly [params: Params, ids: readonly AskedId[]])[];
  /** Findings about the params, which every request carries. */
  readonly undocumented: Call['undocumented'];
}

/** Result of a request. */
interface Batch extends MatchedItems {
  readonly raw: unknown;
}

/** Calls a lookup, whose result has the items of all IDs. @internal */
export function callLookup(lookup: Call<LookupSpec>, params: Params): ApiCall<Result> {
  return lookup.progress.addTo(new Lookup(lookup, params).run());
}

/** Sends the requests of a lookup, each of which is a separate call, like a page of a list. */
class Lookup {
  readonly #call: Call<LookupSpec>;
  readonly #params: Params;
  readonly #listId: string | undefined;
  /** Ends all requests once one has failed. */
  readonly #stop = new AbortController();
  /** Plan of the first request, available once it has checked the params. */
  readonly #plan = Promise.withResolvers<Plan>();
  readonly #batches: Batch[] = [];
  readonly #progress: Progress[] = [];
  #cancelTimer = () => {};

  constructor(call: Call<LookupSpec>, params: Params) {
    this.#call = call;
    this.#params = params;
    this.#listId = call.client.events?.newId();
  }

  async run(): Promise<Result> {
    const first = this.#load(0);
    first.catch(this.#plan.reject);
    try {
      const plan = await this.#plan.promise;
      const { length } = plan.batches;
      let next = 1;
      const loadOthers = async () => {
        while (next < length && !this.#stop.signal.aborted) {
          next += 1;
          await this.#load(next - 1);
        }
      };
      await Promise.all([
        first.then(loadOthers),
        ...Array.from({ length: Math.min(length, maxAtOnce) - 1 }, loadOthers),
      ]);
      return resultOf(this.#call.endpoint, plan, this.#batches);
    } catch (error) {
      this.#stop.abort();
      throw error;
    } finally {
      this.#cancelTimer();
      this.#noteProgress();
    }
  }

  /** Sends one request. */
  async #load(index: number): Promise<void> {
    const place = { id: this.#listId, page: index + 1, position: undefined };
    const call = this.#call.pageCall(place, this.#stop.signal);
    this.#progress[index] = call.progress;
    await callPage(this.#readBatch)(call);
  }

  #readBatch: Stage = async (call, next) => {
    const index = (call.list?.page ?? 1) - 1;
    if (index === 0) await this.#makePlan(call);
    const { batches, undocumented } = await this.#plan.promise;
    const batch = batches[index];
    if (!batch) return; // an empty list of IDs
    const [params, ids] = batch;
    call.params = params;
    call.undocumented = undocumented;
    this.#batches[index] = await readBatch(call as Call<LookupSpec>, ids, next);
  };

  async #makePlan(call: Call): Promise<void> {
    const { ids } = this.#call.endpoint;
    const params = await completeParams(call, this.#params);
    call.params = params;
    checkParams(call);
    const asked = idsIn(ids, params);
    const unique = asked && [...new Map(asked.map((each) => [keyOf(each), each])).values()];
    const batches = unique ? splitIds(ids, params, unique) : [[params, []] as const];
    const { deadlineMs } = call.settings;
    if (deadlineMs !== undefined && batches.length > 1) {
      const end = () => this.#stop.abort(timeoutError(call, 'deadlineMs', deadlineMs));
      this.#cancelTimer = startTimer(deadlineMs, end, { background: call.background });
    }
    this.#plan.resolve({ asked, batches, undocumented: call.undocumented });
  }

  /** Records what `withResponse` reports: the response to the last request, and the total number of requests. */
  #noteProgress(): void {
    const { progress } = this.#call;
    const sent = this.#progress.filter(({ attempts }) => attempts > 0);
    const { status, headers, ownRequestId } = sent.at(-1) ?? progress;
    const attempts = sent.reduce((sum, each) => sum + each.attempts, 0);
    const durationMs = this.#call.now() - progress.startedAt;
    Object.assign(progress, { status, headers, ownRequestId, attempts, durationMs });
  }
}

/** Sends a request, and matches its result to its IDs. */
async function readBatch(
  call: Call<LookupSpec>,
  sent: readonly AskedId[],
  next: (call: Call) => Promise<unknown>,
): Promise<Batch> {
  const { ids, items: path } = call.endpoint;
  let raw: unknown;
  try {
    raw = await next(call);
  } catch (error) {
    if (!ids.failsWhenNoneExists || !isApiError(error) || error.code !== 'not_found') throw error;
    return { found: new Map(), others: [], raw: undefined };
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
function resultOf({ ids }: LookupSpec, { asked = [] }: Plan, batches: readonly Batch[]): Result {
  const found = new Map(batches.flatMap((batch) => [...batch.found]));
  const isFound = (each: AskedId) => (found.get(keyOf(each))?.length ?? 0) > 0;
  const missing = asked.filter((each) => !isFound(each));
  return {
    items: [...asked.flatMap((each) => found.get(keyOf(each)) ?? []), ...batches.flatMap(({ others }) => others)],
    missing: missing.map(({ name, id }) => (ids.params.length > 1 ? { [name]: id } : id)),
    raw: batches.map(({ raw }) => raw),
  };
}
