import type { Endpoints } from '../endpoint.ts';
import { namedFields, readOrder } from '../paging.ts';
import type { Service } from '../service.ts';

/** Creates the endpoint for the subjects of quotes. */
export function tagEndpoints({ collection, wire }: Service): Endpoints {
  return {
    'GET /tags': ({ query }) => collection().tags.inOrder(readOrder(query, namedFields)).map(wire.tag),
  };
}
