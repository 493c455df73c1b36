import type { Endpoints } from '../endpoint.ts';
import { refuseUnknown } from '../errors.ts';
import type { Service } from '../service.ts';

/** Creates the endpoint for the sizes of the collection. */
export function infoEndpoints({ collection, settings }: Service): Endpoints {
  return {
    'GET /info/count'() {
      if (!settings.countRecord) refuseUnknown();
      const { quotes, authors, tags } = collection();
      return { quotes: quotes.all.length, authors: authors.all.length, tags: tags.all.length };
    },
  };
}
