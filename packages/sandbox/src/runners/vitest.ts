import { test as base, expect, type TestAPI, vi } from 'vitest';
import { createSandbox } from '../create-sandbox.ts';
import { describeUnused } from '../faults/faults.ts';
import type { SandboxOptions } from '../options.ts';
import { providers } from '../providers.ts';
import type { Sandbox, SandboxClientOptions } from '../sandbox.ts';
import { checkReceived, describeRequest, type ExpectedRequest } from '../server/received.ts';
import type { SandboxRequest } from '../server/requests.ts';
import { aFunction, invalid, objectWith, oneOf, readOptions } from '../shared/check-fields.ts';

declare global {
  // Declared for Chai, because the type parameters of Vitest's matcher interfaces differ between versions.
  namespace Chai {
    interface Assertion {
      /**
       * Asserts that matching requests arrived, as `sandbox.requests.expectReceived` does:
       * `expect(sandbox.requests).toHaveReceived({ path: '/transactions/sync' })`.
       *
       * @param expected Conditions that the requests meet, and their number: at least one unless `times` is set.
       */
      toHaveReceived(expected: ExpectedRequest): void;
    }
  }
}

expect.extend({
  toHaveReceived(requests: readonly SandboxRequest[], expected: ExpectedRequest) {
    if (!Array.isArray(requests))
      throw new TypeError('toHaveReceived: pass sandbox.requests to expect, as in expect(sandbox.requests)');
    const { isReceived, message } = checkReceived(requests, expected, Object.keys(providers));
    return { pass: isReceived, message: () => (isReceived ? `not ${message()}` : message()) };
  },
});

/** Functions that create clients from the options for a sandbox. */
export interface SandboxClientFactories {
  /** Creates the client for the live-streaming API: `createStreamClient`, or a function that calls it. */
  readonly stream?: ((options: SandboxClientOptions['stream']) => unknown) | undefined;
  /** Creates the client for the music catalog API: `createMusicClient`, or a function that calls it. */
  readonly music?: ((options: SandboxClientOptions['music']) => unknown) | undefined;
  /** Creates the client for the bank-data API: `createBankClient`, or a function that calls it. */
  readonly bank?: ((options: SandboxClientOptions['bank']) => unknown) | undefined;
  /** Creates the client for the nutrition-data API: `createFoodClient`, or a function that calls it. */
  readonly food?: ((options: SandboxClientOptions['food']) => unknown) | undefined;
  /** Creates the client for the quotation API: `createQuotesClient`, or a function that calls it. */
  readonly quotes?: ((options: SandboxClientOptions['quotes']) => unknown) | undefined;
}

/** Fixtures of `sandboxTest`: the sandbox, and a client for each factory. */
export type SandboxFixtures<Factories extends SandboxClientFactories> = {
  /** The sandbox of this test, or of its worker. */
  sandbox: Sandbox;
} & {
  [Name in keyof Factories]: Factories[Name] extends (...options: never[]) => infer Client ? Client : never;
};

/** Options of `sandboxTest`: the options of `createSandbox`, and how tests use the sandbox. */
export interface SandboxTestOptions<Factories extends SandboxClientFactories> extends SandboxOptions {
  /** Whether the sandbox opens a socket. Default `false`. */
  listen?: boolean | undefined;
  /**
   * `test`: each test has its own sandbox, which is closed after the test. `worker`: the tests of a worker share one.
   * It keeps its data, tokens and time from test to test, but faults are removed and the request log is emptied before
   * each test, so the tests of a file must not run concurrently. Default `test`.
   */
  scope?: 'test' | 'worker' | undefined;
  /**
   * `vi`: Vitest's fake timers are on during each test, so that `vi.advanceTimersByTimeAsync` moves the time of the
   * sandbox, its clients and `Date` together. Not available with the scope `worker`. `real`: timers stay real, and you
   * move the sandbox's time with its `clock`. Default `real`.
   */
  timers?: 'real' | 'vi' | undefined;
  /** Functions that create clients for tests, each from the options for this sandbox. Default: none. */
  clients?: (Factories & SandboxClientFactories) | undefined;
}

type ClientFixture = (context: { sandbox: Sandbox }, use: (client: unknown) => Promise<void>) => Promise<void>;

const ownRules = {
  scope: oneOf('test', 'worker'),
  timers: oneOf('real', 'vi'),
  clients: objectWith(Object.fromEntries(Object.keys(providers).map((name) => [name, aFunction]))),
};

/**
 * Creates a Vitest `test` with a sandbox and clients as fixtures, which are created only for tests that use them. If a
 * test fails, its last requests are printed with method, path and status.
 *
 * @param options Settings of the sandbox, whether tests share it, and the clients they use.
 * @throws ApiError `invalid_params` for a scope, timers or clients that are not valid. Options that `createSandbox`
 * refuses make the tests fail.
 *
 * @example
 * const test = sandboxTest({ clients: { bank: createBankClient } });
 *
 * test('lists institutions', async ({ bank, expect }) => {
 *   const { items } = await bank.institutions.get({ country_codes: ['US'], count: 9, offset: 0 });
 *   expect(items.length).toBeGreaterThan(0);
 * });
 */
export function sandboxTest<Factories extends SandboxClientFactories = Record<never, never>>(
  options: SandboxTestOptions<Factories> = {},
): TestAPI<SandboxFixtures<Factories>> {
  const { scope, timers, clients, ...settings } = options;
  const { clients: factories = {} } = readOptions('', { scope, timers, clients }, ownRules, 'sandboxTest');
  if (scope === 'worker' && timers === 'vi')
    throw invalid("timers 'vi' need a sandbox per test. Leave scope out", 'sandboxTest');
  const create = () => createSandbox({ ...settings, listen: settings.listen ?? false });
  const withSandbox: TestAPI<{ sandbox: Sandbox }> =
    scope === 'worker' ? sharedSandbox(create) : ownSandbox(create, timers === 'vi');
  const fixtures: Record<string, ClientFixture> = {};
  for (const [name, createClient] of Object.entries<unknown>(factories))
    if (typeof createClient === 'function')
      fixtures[name] = ({ sandbox }, use) =>
        use(createClient((sandbox.options as Readonly<Record<string, object>>)[name]));
  return withSandbox.extend(fixtures) as unknown as TestAPI<SandboxFixtures<Factories>>;
}

/** Timers that follow the sandbox's time. `setImmediate` stays real, because responses wait for it. */
const timersOfSandbox = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const;

/** Creates a `test` with a sandbox for each test. */
const ownSandbox = (create: () => Promise<Sandbox>, hasFakeTimers: boolean) =>
  base.extend<{ sandbox: Sandbox }>({
    async sandbox({ onTestFailed }, use) {
      if (hasFakeTimers) vi.useFakeTimers({ toFake: [...timersOfSandbox] });
      const sandbox = await create();
      onTestFailed(() => printRequests(sandbox));
      await use(sandbox);
      await sandbox.close();
      if (hasFakeTimers) vi.useRealTimers();
    },
  });

/** Creates a `test` with a sandbox for each worker, without the faults and requests of earlier tests. */
const sharedSandbox = (create: () => Promise<Sandbox>) =>
  base
    .extend<{ workerSandbox: Sandbox }>({
      workerSandbox: [
        // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which other fixtures this one takes
        async ({}, use) => {
          const sandbox = await create();
          await use(sandbox);
          await sandbox.close();
        },
        { scope: 'worker' },
      ],
    })
    .extend<{ sandbox: Sandbox }>({
      async sandbox({ workerSandbox, onTestFailed }, use) {
        workerSandbox.faults.clear();
        workerSandbox.requests.length = 0;
        onTestFailed(() => printRequests(workerSandbox));
        await use(workerSandbox);
        const unused = describeUnused(workerSandbox.faults);
        if (unused !== undefined) console.warn(unused);
        workerSandbox.faults.clear();
      },
    });

/** Number of requests that are printed for a failed test. */
const printedRequests = 20;

/** Prints the last requests, without queries, headers and bodies, which may contain secrets. */
function printRequests({ requests }: Sandbox): void {
  const lines = requests.slice(-printedRequests).map((request) => `\n  ${describeRequest(request)}`);
  const count = requests.length > lines.length ? ` (last ${lines.length} of ${requests.length})` : '';
  console.error(`Requests to the sandbox${count}:${lines.join('') || ' none'}`);
}

/**
 * A Vitest `test` whose tests each have their own sandbox, without a socket: `test('…', async ({ sandbox }) => …)`.
 *
 * @see sandboxTest for one with clients, or with other settings of the sandbox.
 */
export const test: TestAPI<SandboxFixtures<Record<never, never>>> = sandboxTest();
