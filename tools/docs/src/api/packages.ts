import { readFileSync } from 'node:fs';
import { endpoints as bank } from '@x/bank';
import { endpoints as food } from '@x/food';
import { endpoints as music } from '@x/music';
import { endpoints as quotes } from '@x/quotes';
import { eventSubTypes, endpoints as stream } from '@x/stream';
import { openEventFields, renderEventTypes } from './event-types.ts';
import { renderGuides } from './llms.ts';
import { openSources } from './program.ts';
import { type ProviderPackage, renderApi } from './render.ts';

const llms = new URL('../../../../llms.txt', import.meta.url);

/** The packages whose methods are listed. */
export const providerPackages: readonly ProviderPackage[] = [
  { name: 'stream', endpoints: stream, documentation: 'Twitch documentation' },
  { name: 'music', endpoints: music, documentation: 'Spotify documentation' },
  { name: 'bank', endpoints: bank, documentation: 'Plaid documentation' },
  { name: 'food', endpoints: food, documentation: 'FoodData Central documentation' },
  { name: 'quotes', endpoints: quotes, documentation: 'Quotable documentation' },
];

/** Generates every file: where it is, and what belongs in it. */
export function generateFiles(): { path: URL; text: string }[] {
  const sources = openSources([
    'packages/stream/src/webhooks.ts',
    ...providerPackages.map(({ name }) => `packages/${name}/src/index.ts`),
  ]);
  return [
    {
      path: new URL('../../../../docs/providers/stream-events.md', import.meta.url),
      text: renderEventTypes(eventSubTypes, openEventFields(sources)),
    },
    ...providerPackages.map((provider) => ({
      path: new URL(`../../../../packages/${provider.name}/api.md`, import.meta.url),
      text: renderApi(provider, sources),
    })),
    { path: llms, text: renderGuides(readFileSync(llms, 'utf8')) },
  ];
}
