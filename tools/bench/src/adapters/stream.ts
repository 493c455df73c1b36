import { createStreamClient } from '@x/stream';
import type { Open } from '../adapter.ts';
import { walks } from '../scenarios.ts';

export const open: Open = ({ stream }) => {
  const client = createStreamClient(stream);
  const streams = async (first: number) => (await client.streams.list({ first })).items.length;
  return {
    calls: { 'streams-20': () => streams(20), 'streams-100': () => streams(100) },
    walks: {
      async cursor(consume) {
        let records = 0;
        for await (const { items } of client.streams.list({ first: walks.cursor.size }).pages()) {
          records += items.length;
          await consume();
        }
        return records;
      },
    },
  };
};
