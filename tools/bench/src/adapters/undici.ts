import { request } from 'undici';
import type { Open } from '../adapter.ts';
import { plainCalls } from '../requests.ts';
import { walks } from '../scenarios.ts';

type Streams = { data: unknown[]; pagination: { cursor?: string } };

export const open: Open = (target) => ({
  calls: plainCalls(target, async ({ url, method, headers, body }) => {
    const answer = await request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return JSON.parse(await answer.body.text());
  }),
  walks: {
    async cursor(consume) {
      const read = async (after: string): Promise<Streams> => {
        const answer = await request(`${target.stream.baseUrl}/streams?first=${walks.cursor.size}&after=${after}`);
        return JSON.parse(await answer.body.text());
      };
      let records = 0;
      for (let next = read(''); ; ) {
        const { data, pagination } = await next;
        if (pagination.cursor) next = read(pagination.cursor); // before the consumer has this one
        records += data.length;
        await consume();
        if (!pagination.cursor) return records;
      }
    },
  },
});
