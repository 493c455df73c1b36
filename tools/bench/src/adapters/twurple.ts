import { ApiClient } from '@twurple/api';
import { AppTokenAuthProvider } from '@twurple/auth';
import type { Open } from '../adapter.ts';
import { leadFetch } from './lead.ts';

export const open: Open = (target) => {
  leadFetch(target);
  const { clientId, clientSecret } = target.stream;
  const client = new ApiClient({ authProvider: new AppTokenAuthProvider(clientId, clientSecret) });
  const streams = async (limit: number) => (await client.streams.getStreams({ limit })).data.length;
  return {
    calls: { 'streams-20': () => streams(20), 'streams-100': () => streams(100) },
    walks: {
      async cursor(consume) {
        const list = client.streams.getStreamsPaginated();
        let records = 0;
        for (let page = await list.getNext(); page.length > 0; page = await list.getNext()) {
          records += page.length;
          await consume();
        }
        return records;
      },
    },
  };
};
