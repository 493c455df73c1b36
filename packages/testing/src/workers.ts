import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { Miniflare } from 'miniflare';

/** Bindings in every worker's `env`, as seen from outside the worker. */
export interface WorkerBindings {
  /** An empty D1 database. */
  readonly DB: Database;
  /** A Durable Object namespace of the worker's `TokenObject`. */
  readonly OBJECTS: Objects;
  /** An empty KV namespace. */
  readonly KV: Namespace;
}

/** A D1 database. */
export interface Database {
  prepare(statement: string): Statement;
  batch(statements: Statement[]): Promise<{ readonly results: Record<string, unknown>[] }[]>;
  exec(statements: string): Promise<unknown>;
}

/** A statement of a {@link Database}. */
export interface Statement {
  bind(...values: (string | number | null)[]): Statement;
  all(): Promise<{ readonly results: Record<string, unknown>[] }>;
  first(): Promise<Record<string, unknown> | null>;
}

/** A KV namespace. */
export interface Namespace {
  get(key: string): Promise<string | null>;
  put(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** A Durable Object namespace. */
export interface Objects {
  idFromName(name: string): unknown;
  get(id: unknown): { fetch(url: string, init: { readonly method: string; readonly body: string }): Promise<Response> };
}

/** A running worker. */
export interface RunningWorker extends WorkerBindings {
  /** Sends a request to the worker. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Ends the runtime. */
  stop(): Promise<void>;
}

/** Bundles a worker, by default one of this workspace, from sources. */
export async function bundleWorker(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    bundle: true,
    format: 'esm',
    conditions: ['@x/source', 'workerd', 'worker'],
    external: ['cloudflare:*'],
    logLevel: 'silent', // the error describes the problem
    plugins: [sourceOfTransport],
    ...options,
    write: false,
  });
  return outputFiles?.[0]?.text ?? '';
}

/** Resolves the condition `@x/source` to Node's transport. */
const sourceOfTransport = {
  name: 'transport',
  setup({ onResolve }: Parameters<NonNullable<BuildOptions['plugins']>[number]['setup']>[0]): void {
    const path = fileURLToPath(new URL('../../core/src/transport/fetch.ts', import.meta.url));
    onResolve({ filter: /^#transport$/ }, () => ({ path }));
  },
};

/**
 * Starts a worker in the Cloudflare Workers runtime on this machine.
 *
 * @param script The worker's module, which exports `TokenObject`.
 * @param values Additional values in its `env`, as JSON. Default: none.
 */
export async function startWorker(
  script: string,
  values: object = {},
  compatibilityDate = '2026-01-01',
): Promise<RunningWorker> {
  // The runtime hangs under libfaketime, so it keeps the real time.
  delete process.env.LD_PRELOAD;
  const miniflare = new Miniflare({
    modules: true,
    script,
    compatibilityDate,
    bindings: JSON.parse(JSON.stringify(values)),
    d1Databases: ['DB'],
    kvNamespaces: ['KV'],
    durableObjects: {
      OBJECTS: { className: 'TokenObject', useSQLite: true },
      TOKENS: { className: 'TokenObject', useSQLite: true },
    },
  });
  const url = await miniflare.ready;
  return {
    DB: (await miniflare.getD1Database('DB')) as unknown as Database,
    OBJECTS: (await miniflare.getDurableObjectNamespace('OBJECTS')) as unknown as Objects,
    KV: (await miniflare.getKVNamespace('KV')) as unknown as Namespace,
    fetch: (path, init) => fetch(new URL(path, url), init),
    stop: () => miniflare.dispose(),
  };
}
