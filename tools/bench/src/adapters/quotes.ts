import { createQuotesClient } from '@x/quotes';
import type { Open } from '../adapter.ts';

export const open: Open = ({ quotes }) => {
  const client = createQuotesClient(quotes);
  return { calls: { quote: async () => Number((await client.random()).content.length > 0) } };
};
