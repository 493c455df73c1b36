import type * as bank from '@x/bank';
import type * as bankWebhooks from '@x/bank/webhooks';
import type * as core from '@x/core';
import type * as cache from '@x/core/cache';
import type { FileStoreOptions } from '@x/core/file';
import type { KvStoreOptions } from '@x/core/kv';
import type * as leased from '@x/core/leased-store';
import type * as signIn from '@x/core/sign-in';
import type * as food from '@x/food';
import type * as music from '@x/music';
import type * as otel from '@x/otel';
import type * as postgres from '@x/postgres';
import type * as quotes from '@x/quotes';
import type * as redis from '@x/redis';
import type * as sandbox from '@x/sandbox';
import type * as sandboxMsw from '@x/sandbox/msw';
import type * as sandboxVitest from '@x/sandbox/vitest';
import type * as stream from '@x/stream';
import type * as streamEvents from '@x/stream/events';
import type * as streamWebhooks from '@x/stream/webhooks';
import { expectTypeOf } from 'vitest';

// Under `exactOptionalPropertyTypes`, an optional property accepts undefined only if its type includes it. Without it,
// `{ timeoutMs: config.timeoutMs }` does not compile. `undefined-options.test.ts` checks that no exported type is missing here.

/** The optional properties of a type that may be left out, but not be undefined. */
type Refusing<Options> = Options extends unknown
  ? {
      [Name in keyof Options]-?: object extends Pick<Options, Name>
        ? { [Same in Name]: undefined } extends Pick<Options, Name>
          ? never
          : Name
        : never;
    }[keyof Options]
  : never;

expectTypeOf<Refusing<{ a?: string }>>().toEqualTypeOf<'a'>();
expectTypeOf<Refusing<{ a?: string | undefined; b: string }>>().toBeNever();

expectTypeOf<Refusing<bank.ApplyPagesOptions>>().toBeNever();
expectTypeOf<Refusing<bank.BankOptions>>().toBeNever();
expectTypeOf<Refusing<bank.OperationOptions>>().toBeNever();
expectTypeOf<Refusing<bank.FollowOptions>>().toBeNever();
expectTypeOf<Refusing<bank.SyncAllCommonOptions>>().toBeNever();
expectTypeOf<Refusing<bank.SyncAllOptions>>().toBeNever();
expectTypeOf<Refusing<bankWebhooks.VerifyOptions>>().toBeNever();
expectTypeOf<Refusing<bankWebhooks.WebhookReceiverOptions>>().toBeNever();
expectTypeOf<Refusing<bankWebhooks.WebhookSignerOptions>>().toBeNever();
expectTypeOf<Refusing<core.AuthorizeOptions>>().toBeNever();
expectTypeOf<Refusing<core.CallOptions>>().toBeNever();
expectTypeOf<Refusing<core.ClientOptions>>().toBeNever();
expectTypeOf<Refusing<core.CloseOptions>>().toBeNever();
expectTypeOf<Refusing<core.CustomRequest>>().toBeNever();
expectTypeOf<Refusing<core.CustomValues>>().toBeNever();
expectTypeOf<Refusing<core.ExchangeOptions>>().toBeNever();
expectTypeOf<Refusing<core.ListOptions>>().toBeNever();
expectTypeOf<Refusing<core.MemoryBudgetOptions>>().toBeNever();
expectTypeOf<Refusing<core.SecretStoreOptions>>().toBeNever();
expectTypeOf<Refusing<core.SendDetails>>().toBeNever();
expectTypeOf<Refusing<core.StoreWriteOptions>>().toBeNever();
expectTypeOf<Refusing<Omit<core.TokenCacheOptions, 'onEvent'>>>().toBeNever(); // a method, which cannot be undefined
expectTypeOf<Refusing<cache.ResponseCacheOptions>>().toBeNever();
expectTypeOf<Refusing<FileStoreOptions>>().toBeNever();
expectTypeOf<Refusing<KvStoreOptions>>().toBeNever();
expectTypeOf<Refusing<leased.LeasedStoreOptions>>().toBeNever();
expectTypeOf<Refusing<signIn.SignInOptions<never>>>().toBeNever();
expectTypeOf<Refusing<food.FoodOptions>>().toBeNever();
expectTypeOf<Refusing<music.MusicOptions>>().toBeNever();
expectTypeOf<Refusing<music.PublicMusicOptions>>().toBeNever();
expectTypeOf<Refusing<otel.OtelOptions>>().toBeNever();
expectTypeOf<Refusing<postgres.EncryptionOptions>>().toBeNever();
expectTypeOf<Refusing<postgres.PostgresStoreOptions>>().toBeNever();
expectTypeOf<Refusing<postgres.PostgresWebhookStoreOptions>>().toBeNever();
expectTypeOf<Refusing<quotes.QuotesOptions>>().toBeNever();
expectTypeOf<Refusing<quotes.RandomStreamOptions>>().toBeNever();
expectTypeOf<Refusing<redis.EncryptionOptions>>().toBeNever();
expectTypeOf<Refusing<redis.RedisBudgetOptions>>().toBeNever();
expectTypeOf<Refusing<redis.RedisShardStoreOptions>>().toBeNever();
expectTypeOf<Refusing<redis.RedisStoreOptions>>().toBeNever();
expectTypeOf<Refusing<redis.RedisWebhookStoreOptions>>().toBeNever();
expectTypeOf<Refusing<sandbox.BankSandboxOptions>>().toBeNever();
expectTypeOf<Refusing<sandbox.ClockSettings>>().toBeNever();
expectTypeOf<Refusing<sandbox.Fault>>().toBeNever();
expectTypeOf<Refusing<sandbox.QuoteAuthorRecord>>().toBeNever();
expectTypeOf<Refusing<sandbox.QuoteRecord>>().toBeNever();
expectTypeOf<Refusing<sandbox.FoodSandboxOptions>>().toBeNever();
expectTypeOf<Refusing<sandbox.IssueUserTokenOptions>>().toBeNever();
expectTypeOf<Refusing<sandbox.MusicSandboxOptions>>().toBeNever();
expectTypeOf<Refusing<sandbox.QuotesSandboxOptions>>().toBeNever();
expectTypeOf<Refusing<sandbox.SandboxOptions>>().toBeNever();
expectTypeOf<Refusing<sandboxMsw.SandboxHandlersOptions>>().toBeNever();
expectTypeOf<Refusing<sandboxVitest.SandboxTestOptions<sandboxVitest.SandboxClientFactories>>>().toBeNever();
expectTypeOf<Refusing<sandbox.SignInOptions>>().toBeNever();
expectTypeOf<Refusing<sandbox.StreamSandboxOptions>>().toBeNever();
expectTypeOf<Refusing<sandbox.TokenMatch>>().toBeNever();
expectTypeOf<Refusing<sandbox.TrafficOptions>>().toBeNever();
expectTypeOf<Refusing<stream.DeviceOptions>>().toBeNever();
expectTypeOf<Refusing<stream.ExtensionOptions>>().toBeNever();
expectTypeOf<Refusing<stream.PollOptions>>().toBeNever();
expectTypeOf<Refusing<stream.PublicStreamOptions>>().toBeNever();
expectTypeOf<Refusing<stream.StreamOptions>>().toBeNever();
expectTypeOf<Refusing<streamEvents.CommonListenerOptions>>().toBeNever();
expectTypeOf<Refusing<streamEvents.ConduitListenerOptions>>().toBeNever();
expectTypeOf<Refusing<streamEvents.EventListenerOptions>>().toBeNever();
expectTypeOf<Refusing<streamEvents.WebhookListenerOptions>>().toBeNever();
expectTypeOf<Refusing<streamEvents.WebSocketListenerOptions>>().toBeNever();
expectTypeOf<Refusing<streamEvents.WebSocketOptions>>().toBeNever();
expectTypeOf<Refusing<streamWebhooks.MemoryWebhookStoreOptions>>().toBeNever();
expectTypeOf<Refusing<streamWebhooks.VerifyOptions>>().toBeNever();
expectTypeOf<Refusing<streamWebhooks.WebhookReceiverOptions>>().toBeNever();

declare const client: core.ClientMethods;
// The options of a custom request, and `close`, as callers pass them.
client.request({ path: '/any', method: undefined, values: { query: undefined, body: { a: undefined } } });
declare const root: core.ClientLifecycle;
root.close({ graceMs: undefined });
