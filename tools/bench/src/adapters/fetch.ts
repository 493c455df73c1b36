import type { Open } from '../adapter.ts';
import { plainCalls, plainWalks } from '../requests.ts';

const read = async (...asked: Parameters<typeof fetch>): Promise<unknown> => (await fetch(...asked)).json();

export const open: Open = (target) => ({
  calls: plainCalls(target, ({ url, method, headers, body }) =>
    read(url, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
  ),
  walks: plainWalks(target, read, false),
});
