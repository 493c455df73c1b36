import { request } from 'undici';
import type { Open } from '../adapter.ts';
import { plainCalls, plainWalks } from '../requests.ts';

const read = async (...asked: Parameters<typeof request>): Promise<unknown> => {
  const answer = await request(...asked);
  return JSON.parse(await answer.body.text());
};

export const open: Open = (target) => ({
  calls: plainCalls(target, ({ url, method, headers, body }) =>
    read(url, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
  ),
  walks: plainWalks(target, read, true),
});
