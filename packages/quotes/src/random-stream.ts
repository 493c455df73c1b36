import type { CallOptions } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { betweenAnyCalls, callOptionRules, type EndpointMethods } from '@x/core/provider';
import { maxRandom } from './filters.ts';
import type { Quote, quotes } from './resources/quotes.ts';

type Random = EndpointMethods<typeof quotes>['random'];

/** Parameters of {@link randomStream}: the filters of `quotes.random`. */
export type RandomStreamParams = Omit<NonNullable<Parameters<Random>[0]>, 'limit'>;

/** Options of {@link randomStream}. Call options apply to each batch; `signal` ends the whole stream. */
export interface RandomStreamOptions extends CallOptions {
  /**
   * Maximum number of quotes to yield: a whole number of at least 0, or `Infinity`. Default: no limit; the stream
   * continues until the caller leaves the loop.
   */
  limit?: number | undefined;
}

const randomStreamRules = {
  ...callOptionRules,
  limit: optionKind.countOrInfinity,
} satisfies RulesOf<RandomStreamOptions>;

/**
 * Streams quotes like `quotes.random.stream`, from any function that returns quotes as `quotes.random` does. `Streamed`
 * documents the quotes that it yields and its errors.
 *
 * @param between Ends the stream between two batches. Default: by `signal` alone.
 */
export async function* randomStream(
  random: Random,
  params: RandomStreamParams = {},
  allOptions: RandomStreamOptions = {},
  between = betweenAnyCalls,
): AsyncGenerator<Quote, void, undefined> {
  checkOptions({ provider: 'quotes', operation: 'quotes.random.stream' }, allOptions, randomStreamRules);
  const { limit = Number.POSITIVE_INFINITY, ...options } = allOptions;
  for (let left = limit; left !== 0; ) {
    const batch = await random({ ...params, limit: Math.min(maxRandom, left) }, options);
    if (batch.length === 0) return; // no quote passes the filters, nor will one in the next batch
    for (const quote of batch.slice(0, left)) {
      between.throwIfEnded(options.signal);
      left -= 1;
      yield quote;
    }
  }
}
