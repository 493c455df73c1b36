import type { Open } from '../adapter.ts';
import { plainCalls } from '../requests.ts';
import { walks } from '../scenarios.ts';

export const open: Open = (target) => ({
  calls: plainCalls(target, async ({ url, method, headers, body }) => {
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return response.json();
  }),
  walks: {
    async cursor(consume) {
      let records = 0;
      for (let after = ''; ; ) {
        const response = await fetch(`${target.stream.baseUrl}/streams?first=${walks.cursor.size}&after=${after}`);
        const { data, pagination } = (await response.json()) as { data: unknown[]; pagination: { cursor?: string } };
        records += data.length;
        await consume();
        if (!pagination.cursor) return records;
        after = pagination.cursor;
      }
    },
  },
});
