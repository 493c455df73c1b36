import { readFileSync } from 'node:fs';
import type { Catalog } from '../packages/catalog/src/catalog.ts';

// The registry of providers. All tools, their tests and the builds read it. A provider's package is `packages/<name>`,
// which has its facts in `provider.json`, and its servers are `packages/sandbox/src/providers/<name>`.

/**
 * Facts about a provider's API that its declarations do not contain. The build adds the scopes that declarations name to
 * `security`.
 */
export interface ProviderFacts extends Pick<Catalog, 'title' | 'server' | 'lists' | 'security' | 'credentials'> {
  /** Title of the provider's documentation, as links to it say. */
  readonly documentation: string;
  /** Where to get the credentials. */
  readonly signUp: string;
  /** Most that a page downloads for the client with all endpoints: measured, plus 10 %. */
  readonly size: string;
  /** Most disk space of the client and core together, in kilobytes: measured, plus 10 %. */
  readonly installed: number;
}

const read = (path: string) => JSON.parse(readFileSync(new URL(`../packages/${path}`, import.meta.url), 'utf8'));

/** Names of the providers, in the order of all tables: the APIs that the MCP server offers. */
export const names: readonly string[] = read('mcp/package.json').apis;

/** The providers by name. */
export const providers: Readonly<Record<string, ProviderFacts>> = Object.fromEntries(
  names.map((name) => [name, read(`${name}/provider.json`)]),
);

/** Returns a provider's name as it is part of other names: `Quotes` in `createQuotesClient`. */
export const pascal = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/**
 * Imports the sources of a provider's package. The importing program needs no dependency on it, but the condition
 * `@x/source`.
 */
export const importProvider = (
  name: string,
): Promise<{ readonly endpoints: object; readonly [name: string]: unknown }> =>
  import(new URL(`../packages/${name}/src/index.ts`, import.meta.url).href);

/** Endpoint declarations of all providers, by provider. */
export const importEndpoints = async (): Promise<Readonly<Record<string, object>>> =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, (await importProvider(name)).endpoints])));

/** Returns the environment variables that hold a provider's credentials, by option of its client. */
export const variablesOf = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (providers[name]?.credentials ?? []).map((option) => [
      option,
      `${name}_${option === 'baseUrl' ? 'url' : option.replace(/[A-Z]/g, (letter) => `_${letter}`)}`.toUpperCase(),
    ]),
  );
