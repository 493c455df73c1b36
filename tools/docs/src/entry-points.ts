import { providers, read } from './repository.ts';

/**
 * The packages of the reference, each with the page that explains it. Core comes first: what the others export of it
 * then leads there.
 */
export const guideOf: Readonly<Record<string, string>> = {
  core: 'guides/extending',
  ...Object.fromEntries(providers.map((name) => [name, `providers/${name}`])),
  redis: 'guides/redis',
  postgres: 'guides/postgres',
  cloudflare: 'guides/cloudflare-workers',
  otel: 'guides/telemetry',
  sandbox: 'guides/testing',
  mcp: 'guides/agents',
};

/** A public entry point: `@x/stream/webhooks` for the page `stream.webhooks`, `@x/stream` for `stream/exports`. */
export interface EntryPoint {
  readonly specifier: string;
  readonly page: string;
  readonly file: string;
  readonly package: string;
}

export const entryPoints: readonly EntryPoint[] = Object.keys(guideOf).flatMap((name) => {
  const { exports } = JSON.parse(read(`packages/${name}/package.json`));
  // One without code, as `@x/bank/operations`, holds types that a provider's file describes: its names are documented
  // there. A catalog is data.
  const withCode = Object.entries<{ '@x/source': string; default?: string }>(exports).filter(([, { default: code }]) =>
    code?.endsWith('.js'),
  );
  return withCode.map(([path, { '@x/source': source }]) => ({
    specifier: `@x/${name}${path.slice(1)}`,
    page: path === '.' && providers.includes(name) ? `${name}/exports` : `${name}${path.slice(1).replace('/', '.')}`,
    file: `packages/${name}/${source.slice(2)}`,
    package: name,
  }));
});
