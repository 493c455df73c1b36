import { type BankClient, createBankClient } from '@x/bank';
import { createWebhookReceiver as createBankReceiver, createWebhookSigner } from '@x/bank/webhooks';
import { type ApiError, type ClientOptions, type ErrorCode, isApiError, type Page, type PagedCall } from '@x/core';
import { createFoodClient, nutrients } from '@x/food';
import { createMusicClient, getItem } from '@x/music';
import { otel } from '@x/otel';
import { type PostgresPool, postgresStore } from '@x/postgres';
import { type Author, createQuotesClient, type Quote } from '@x/quotes';
import { type RedisClient, redisRateLimiter, redisStore } from '@x/redis';
import { createSandbox } from '@x/sandbox';
import { fileStore } from '@x/stores/file';
import { createClient, createStreamClient, type Stream, streamProvider } from '@x/stream';
import { streams } from '@x/stream/endpoints';
import { createWebhookReceiver as createStreamReceiver, signWebhook } from '@x/stream/webhooks';

// A user's program. It is never run. Compilers must report only the marked errors in it, and none in the declarations
// that it needs.

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles where both types are the same, and neither is `any`. */
declare function same<A, B>(...proof: Same<A, B> extends true ? [] : [never]): void;

/** Uses all packages together. */
export async function consume(redis: RedisClient, pool: PostgresPool, signal: AbortSignal): Promise<void> {
  const sandbox = await createSandbox({ listen: false, music: { consent: 'approve' } });
  sandbox.faults.add({ provider: 'food', status: 503, times: 1 });

  const options: ClientOptions = { tokens: redisStore(redis), rateLimiter: redisRateLimiter(redis), onEvent: otel() };
  const stream = createStreamClient({ ...sandbox.options.stream, ...options });
  const music = createMusicClient({ ...sandbox.options.music, tokens: fileStore('grants') });
  const bank = createBankClient({ ...sandbox.options.bank, tokens: postgresStore(pool) });
  const food = createFoodClient(sandbox.options.food);
  const { random, quotes, authors } = createQuotesClient({ ...sandbox.options.quotes, validation: 'report' });
  const some = createClient(streamProvider(sandbox.options.stream), { streams });

  // Pages.
  const list = stream.streams.list({ first: 5, language: 'en' }, { signal, prefetch: 0 });
  same<typeof list, PagedCall<Stream>>();
  const page = await list;
  same<typeof page, Page<Stream>>();
  same<typeof page.nextCursor, string | null>();
  for await (const { viewer_count } of some.streams.list()) same<typeof viewer_count, number>();
  const [track] = await music.search({ q: 'love', type: 'track' }).toArray({ limit: 3 });
  same<(typeof track & {})['type'], 'track'>();
  const entries = await music.playlists.items({ playlist_id: '1' }, { concurrency: 4 });
  for (const entry of entries.items) getItem(entry)?.type;
  const foods = await food.foods.search({ query: 'cheddar', dataType: ['Foundation'] });
  same<typeof foods.total, number | undefined>();
  for (const found of foods.items) for (const { amount } of nutrients(found)) same<typeof amount, number>();
  const quote = await random({ tags: { anyOf: ['Life'] } }, { deadlineMs: 1000 });
  same<typeof quote, Quote>();
  same<Quote['content'], string>();
  same<Author['slug'], string>();
  same<ReturnType<typeof quotes.list>, PagedCall<Quote>>();
  for await (const { name } of authors.list()) same<typeof name, string>();

  // Params take the documented values. Newer ones compile with `as never`.
  type Params<Method extends (...args: never[]) => unknown> = NonNullable<Parameters<Method>[0]>;
  type Processor = Params<typeof bank.processor.token.create>['processor'];
  same<Extract<Processor, 'dwolla'>, 'dwolla'>();
  const newer: Processor[] = ['dwolla', 'a_processor_of_tomorrow' as never];
  same<(typeof newer)[number], Processor>();
  const order: Params<typeof quotes.list> = { sortBy: 'a_field_of_tomorrow' as never };
  // @ts-expect-error: a value that is not documented
  order.sortBy = 'a_field_of_tomorrow';

  // Single responses, including bytes.
  const delta = await bank.transactions.syncAll({ access_token: 'one' });
  same<(typeof delta.added)[number]['amount'], number>();
  const bytes: Uint8Array = await bank.assetReport.pdf.get({ asset_report_token: 'one' });
  same<typeof bytes.byteLength, number>();

  // Errors.
  try {
    await bank.accounts.get({ access_token: 'one' });
  } catch (error) {
    same<typeof error, unknown>();
    if (!isApiError(error)) throw error;
    same<typeof error, ApiError>();
    same<typeof error.code, ErrorCode>();
    same<typeof error.retryAfterMs, number | undefined>();
  }

  // Webhooks.
  const secret = 'of the subscription';
  await createStreamReceiver({ secret }).handle(
    await signWebhook({ secret, type: 'stream.offline', version: '1', challenge: 'say so' }),
    {
      notification({ type, event }) {
        if (type === 'stream.online') same<typeof event.started_at, string>();
      },
    },
  );
  const signer = await createWebhookSigner();
  const answer: Response = await createBankReceiver({ verificationKey: signer.verificationKey }).handle(
    { method: 'POST', headers: {}, body: new Uint8Array() },
    {
      notification({ event }) {
        if (event.webhook_code === 'SYNC_UPDATES_AVAILABLE') same<typeof event.item_id, string>();
      },
    },
  );
  same<typeof answer.status, number>();
  await sandbox.close();
}

/** Code that must not compile. */
export function misuse(bank: BankClient, quote: Quote): void {
  const stream = createStreamClient({ clientId: '', clientSecret: '' });
  // @ts-expect-error: a credential is missing
  createMusicClient({ clientId: '' });
  // @ts-expect-error: no such parameter
  stream.streams.list({ frist: 5 });
  // @ts-expect-error: no such field in the response
  quote.contents;
  // @ts-expect-error: a required parameter
  bank.accounts.get({});
  // @ts-expect-error: no such code
  same<'not_there', ErrorCode & 'not_there'>();
  // @ts-expect-error: not the same
  same<Quote['length'], string>();
}
