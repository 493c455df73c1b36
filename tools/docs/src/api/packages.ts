import { eventSubTypes } from '@x/stream';
import { importEndpoints, names, providers } from '../../../providers.ts';
import { read } from '../repository.ts';
import { openEventFields, renderEventTypes } from './event-types.ts';
import { renderGuides } from './llms.ts';
import { openSources } from './program.ts';
import { type ProviderPackage, renderApi } from './render.ts';

const trees = await importEndpoints();

/** The packages whose methods are listed. */
export const providerPackages: readonly ProviderPackage[] = names.map((name) => ({
  name,
  endpoints: trees[name] ?? {},
  documentation: providers[name]?.documentation ?? '',
}));

/**
 * Renders the `api.md` of the named packages, or of all. It is packed with a package but not tracked; a process renders
 * each only once.
 */
export function renderApis(only: readonly string[] = names): Map<string, string> {
  const wanted = providerPackages.filter(({ name }) => only.includes(name));
  const missing = wanted.filter(({ name }) => !rendered.has(name));
  if (missing.length > 0) {
    const sources = openSources(missing.map(({ name }) => `packages/${name}/src/index.ts`));
    for (const provider of missing) rendered.set(provider.name, renderApi(provider, sources));
  }
  return new Map(wanted.map(({ name }) => [name, rendered.get(name) ?? '']));
}

const rendered = new Map<string, string>();

/** Returns a package's `api.md`. Renders those of all packages, from one program. */
export const apiOf = (name: string): string => renderApis().get(name) ?? '';

/** Generates the tracked pages. Returns their paths from the repository's root, and their texts. */
export const generatePages = (): { path: string; text: string }[] => [
  {
    path: 'docs/providers/stream-events.md',
    text: renderEventTypes(eventSubTypes, openEventFields(openSources(['packages/stream/src/webhooks.ts']))),
  },
  { path: 'llms.txt', text: renderGuides(read('llms.txt')) },
];
