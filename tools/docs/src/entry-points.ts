import { existsSync } from 'node:fs';
import { providers, read, root } from './repository.ts';

/**
 * The packages in the reference, each with the page that explains it. Core comes first, so that its names link to its
 * own pages when other packages export them again.
 */
export const guideOf: Readonly<Record<string, string>> = {
  core: 'guides/extending',
  ...Object.fromEntries(
    providers.map((name) => [
      name,
      existsSync(`${root}docs/providers/${name}.md`) ? `providers/${name}` : `reference/${name}/index`,
    ]),
  ),
  oauth: 'guides/sign-in',
  webhooks: 'guides/events',
  stores: 'guides/stores',
  cache: 'guides/caching',
  catalog: 'guides/agents',
  redis: 'guides/redis',
  postgres: 'guides/postgres',
  cloudflare: 'guides/cloudflare-workers',
  sync: 'guides/finance-app',
  otel: 'guides/telemetry',
  sandbox: 'guides/testing',
  mcp: 'guides/agents',
};

/** A public entry point and its page: `stream.webhooks` for `@x/stream/webhooks`, `stream/exports` for `@x/stream`. */
export interface EntryPoint {
  readonly specifier: string;
  readonly page: string;
  readonly file: string;
  readonly package: string;
}

export const entryPoints: readonly EntryPoint[] = Object.keys(guideOf).flatMap((name) => {
  const { exports } = JSON.parse(read(`packages/${name}/package.json`));
  // Skips entry points without code: `@x/bank/operations` holds types that the provider's own file documents, and
  // catalogs are data. Programs export nothing.
  const withCode = Object.entries<{ '@x/source': string; types?: string; default?: string }>(exports).filter(
    ([, { types, default: code }]) => types !== undefined && code?.endsWith('.js'),
  );
  return withCode.map(([path, { '@x/source': source }]) => ({
    specifier: `@x/${name}${path.slice(1)}`,
    page: path === '.' && providers.includes(name) ? `${name}/exports` : `${name}${path.slice(1).replace('/', '.')}`,
    file: `packages/${name}/${source.slice(2)}`,
    package: name,
  }));
});
