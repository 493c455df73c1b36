import { request } from 'undici';
import type { Open } from '../adapter.ts';
import { plainCalls } from '../requests.ts';

export const open: Open = (target) => ({
  calls: plainCalls(target, async ({ url, method, headers, body }) => {
    const answer = await request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return JSON.parse(await answer.body.text());
  }),
});
