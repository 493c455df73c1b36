import type { Endpoint } from '../endpoint.ts';
import { malformed } from '../refusal.ts';

/** The tags of old, of which nothing is left but empty answers. */
export function tagEndpoints(): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/tags/streams',
      answer({ query, page }) {
        if (query.has('tag_id') && query.texts('tag_id').length === 0) malformed('tag_id', 'value must not be empty');
        return page([]);
      },
    },
    {
      method: 'GET',
      path: '/streams/tags',
      answer({ query }) {
        query.requiredId('broadcaster_id');
        return { data: [] };
      },
    },
  ];
}
