import { readFileSync } from 'node:fs';
import { endpoints as bank } from '@x/bank';
import { endpoints as food } from '@x/food';
import { endpoints as music } from '@x/music';
import { endpoints as quotes } from '@x/quotes';
import { eventSubTypes, endpoints as stream } from '@x/stream';
import { openEventFields, renderEventTypes } from './event-types.ts';
import { renderGuides } from './llms.ts';
import { openSources } from './program.ts';
import { type Api, describeApi, type ProviderPackage, renderApi } from './render.ts';

const llms = new URL('../../../../llms.txt', import.meta.url);

/** The packages whose methods are listed. */
export const providerPackages: readonly ProviderPackage[] = [
  { name: 'stream', endpoints: stream, documentation: 'Twitch documentation' },
  { name: 'music', endpoints: music, documentation: 'Spotify documentation' },
  { name: 'bank', endpoints: bank, documentation: 'Plaid documentation' },
  { name: 'food', endpoints: food, documentation: 'FoodData Central documentation' },
  { name: 'quotes', endpoints: quotes, documentation: 'Quotable documentation' },
];

/** Documents the methods of every package. */
export function describeApis(): Api[] {
  const sources = openSources(providerPackages.map(({ name }) => `packages/${name}/src/index.ts`));
  return providerPackages.map((provider) => describeApi(provider, sources));
}

/** Generates every file: where it is, and what belongs in it. */
export function generateFiles(): { path: URL; text: string }[] {
  const eventFields = openEventFields(openSources(['packages/stream/src/webhooks.ts']));
  return [
    {
      path: new URL('../../../../docs/providers/stream-events.md', import.meta.url),
      text: renderEventTypes(eventSubTypes, eventFields),
    },
    ...describeApis().map((api) => ({
      path: new URL(`../../../../packages/${api.package}/api.md`, import.meta.url),
      text: renderApi(api),
    })),
    { path: llms, text: renderGuides(readFileSync(llms, 'utf8')) },
  ];
}
