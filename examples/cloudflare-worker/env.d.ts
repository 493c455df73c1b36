/** Bindings of the worker. `wrangler types` writes such a file for your worker. */
declare module 'cloudflare:workers' {
  import type { BankOptions } from '@x/bank';
  import type { ObjectNamespace } from '@x/cloudflare';
  import type { MusicOptions } from '@x/music';
  import type { Database } from '@x/testing/workers';

  export const env: {
    readonly DB: Database;
    readonly TOKENS: ObjectNamespace;
    readonly MUSIC: MusicOptions;
    readonly BANK: BankOptions;
  };
  export function waitUntil(work: Promise<unknown>): void;
}
