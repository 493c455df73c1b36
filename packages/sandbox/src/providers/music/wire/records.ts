import { createAudiobookWire } from './audiobooks.ts';
import { createCatalogWire } from './catalog.ts';
import { createLinks } from './links.ts';
import { createShowWire } from './shows.ts';
import { createUserWire } from './users.ts';

export type Wire = ReturnType<typeof createWire>;

/** Writes records as the API does. */
export function createWire(
  baseUrl: () => string,
  { development, realQuirks }: { readonly development: boolean; readonly realQuirks: boolean },
) {
  const links = createLinks(baseUrl, development);
  return {
    ...links,
    ...createCatalogWire(links, realQuirks),
    ...createShowWire(links, realQuirks),
    ...createAudiobookWire(links, realQuirks),
    ...createUserWire(links),
  };
}
