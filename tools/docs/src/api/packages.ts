import { endpoints as bank } from '@x/bank';
import { endpoints as food } from '@x/food';
import { endpoints as music } from '@x/music';
import { endpoints as quotes } from '@x/quotes';
import { eventSubTypes, endpoints as stream } from '@x/stream';
import { read } from '../repository.ts';
import { openEventFields, renderEventTypes } from './event-types.ts';
import { renderGuides } from './llms.ts';
import { openSources } from './program.ts';
import { type ProviderPackage, renderApi } from './render.ts';

/** The packages whose methods are listed. */
export const providerPackages: readonly ProviderPackage[] = [
  { name: 'stream', endpoints: stream, documentation: 'Twitch documentation' },
  { name: 'music', endpoints: music, documentation: 'Spotify documentation' },
  { name: 'bank', endpoints: bank, documentation: 'Plaid documentation' },
  { name: 'food', endpoints: food, documentation: 'FoodData Central documentation' },
  { name: 'quotes', endpoints: quotes, documentation: 'Quotable documentation' },
];

/** Generates every file. Returns its path from the repository's root, and its text. */
export function generateFiles(): { path: string; text: string }[] {
  const sources = openSources([
    'packages/stream/src/webhooks.ts',
    ...providerPackages.map(({ name }) => `packages/${name}/src/index.ts`),
  ]);
  return [
    {
      path: 'docs/providers/stream-events.md',
      text: renderEventTypes(eventSubTypes, openEventFields(sources)),
    },
    ...providerPackages.map((provider) => ({
      path: `packages/${provider.name}/api.md`,
      text: renderApi(provider, sources),
    })),
    { path: 'llms.txt', text: renderGuides(read('llms.txt')) },
  ];
}
