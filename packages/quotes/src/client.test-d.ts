import { expectTypeOf } from 'vitest';
import type { ApiCall, FoundQuote, PagedCall, Quote, QuotesClient, TagExpression } from './index.ts';

declare const client: QuotesClient;

expectTypeOf(client.random).returns.toEqualTypeOf<ApiCall<Quote>>();
expectTypeOf(client.quotes.random).returns.toEqualTypeOf<ApiCall<Quote[]>>();
expectTypeOf(client.quotes.random.stream).returns.toEqualTypeOf<AsyncGenerator<Quote, void, undefined>>();
expectTypeOf(client.quotes.list).returns.toEqualTypeOf<PagedCall<Quote>>();
expectTypeOf(client.search.quotes).returns.toEqualTypeOf<PagedCall<FoundQuote>>();

expectTypeOf<{ readonly allOf: readonly ['Life', 'Love'] }>().toExtend<TagExpression>();
// @ts-expect-error a filter is allOf or anyOf, not both
client.random({ tags: { allOf: ['Life'], anyOf: ['Love'] } });
// @ts-expect-error an array does not say whether all of the tags or any of them must match; the error names both ways
client.random({ tags: ['Life', 'Love'] });
// @ts-expect-error callers cannot set the batch size; the number of quotes is an option
client.quotes.random.stream({ limit: 5 });
