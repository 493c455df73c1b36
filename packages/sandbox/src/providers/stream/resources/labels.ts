import { labelLocales, labels } from '../../../data/stream-extras.ts';
import type { Endpoint } from '../endpoint.ts';

/** Content classification labels. Every locale is answered in English. */
export function labelEndpoints(): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/content_classification_labels',
      answer({ query }) {
        query.choice('locale', labelLocales, 'en-US');
        return { data: labels.map(({ id, description, name }) => ({ id, description, name })) };
      },
    },
  ];
}
