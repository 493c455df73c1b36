import { expectTypeOf } from 'vitest';
import type { ApiCall, FoundQuote, PagedCall, Quote, QuotesClient, TagExpression } from './index.ts';

declare const client: QuotesClient;

expectTypeOf(client.random).returns.toEqualTypeOf<ApiCall<Quote>>();
expectTypeOf(client.quotes.random).returns.toEqualTypeOf<ApiCall<Quote[]>>();
expectTypeOf(client.quotes.random.stream).returns.toEqualTypeOf<AsyncGenerator<Quote, void, undefined>>();
expectTypeOf(client.quotes.list).returns.toEqualTypeOf<PagedCall<Quote>>();
expectTypeOf(client.search.quotes).returns.toEqualTypeOf<PagedCall<FoundQuote>>();

expectTypeOf<{ readonly allOf: readonly ['Life', 'Love'] }>().toExtend<TagExpression>();
// @ts-expect-error a filter is all of some tags or any of some, not both
client.random({ tags: { allOf: ['Life'], anyOf: ['Love'] } });
// @ts-expect-error an array does not tell whether quotes must have all of the tags, or one: the error names the two ways to say it
client.random({ tags: ['Life', 'Love'] });
// @ts-expect-error the size of the batches is not the caller's; how many come is an option
client.quotes.random.stream({ limit: 5 });
