import { createSandbox } from '@x/sandbox';
import { afterAll, expect, expectTypeOf, it } from 'vitest';
import { createQuotesClient, type QuotesClient } from './index.ts';

const sandbox = await createSandbox({ listen: false });
afterAll(() => sandbox.close());
const quotes = createQuotesClient(sandbox.options.quotes);

it('QuotesClient.with applies its options to quotes.random.stream', async () => {
  const controller = new AbortController();
  const bound = quotes.with({ headers: { 'x-trace': 'a' } }).with({ signal: controller.signal });
  expectTypeOf(bound).toEqualTypeOf<QuotesClient>();
  const drawn = bound.quotes.random.stream();
  await drawn.next();
  expect(sandbox.requests.at(-1)?.headers.get('x-trace')).toBe('a');
  const reason = new Error('left');
  controller.abort(reason);
  await expect(drawn.next()).rejects.toBe(reason);
});
