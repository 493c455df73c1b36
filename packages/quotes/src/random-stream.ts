import type { CallOptions } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { type BetweenCalls, callOptionRules, type EndpointMethods, type WithMethods } from '@x/core/provider';
import { maxRandom } from './filters.ts';
import { type Quote, quotes } from './resources/quotes.ts';

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

/** A call that returns some random quotes, and a stream that repeats it. */
export type Streamed<Call> = Call & {
  /**
   * Yields random quotes one by one until the caller leaves the loop or `limit` is reached. Quotes are fetched 50 at a
   * time, only when they are needed. No quote repeats within such a batch, but later batches may repeat earlier quotes.
   * Ends without a quote when none matches the filters.
   *
   * @see https://github.com/lukePeavey/quotable#get-random-quotes
   * @example
   * for await (const { content } of client.quotes.random.stream({ tags: 'Wisdom' }, { limit: 200 })) show(content);
   */
  stream(params?: RandomStreamParams, options?: RandomStreamOptions): AsyncGenerator<Quote, void, undefined>;
};

/** Quotations. */
export interface QuotesOfClient extends EndpointMethods<typeof quotes> {
  /** Draws up to 50 quotes at random; `random.stream` keeps drawing. */
  readonly random: Streamed<EndpointMethods<typeof quotes>['random']>;
}

/**
 * Returns the endpoints of quotes with `random.stream`, for clients of some endpoints only.
 *
 * @example
 * const client = createClient(quotesProvider(options), { quotes: quotesWithStream() });
 */
export function quotesWithStream(): typeof quotes & WithMethods<QuotesOfClient> {
  const wrap = (random: Random, between: BetweenCalls): Streamed<Random> => {
    const stream: QuotesOfClient['random']['stream'] = (params, options) =>
      randomStream(random, params, options, between);
    return Object.assign(random, { stream });
  };
  return { ...quotes, random: { ...quotes.random, wrap } };
}

async function* randomStream(
  random: Random,
  params: RandomStreamParams = {},
  allOptions: RandomStreamOptions = {},
  between: BetweenCalls,
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
