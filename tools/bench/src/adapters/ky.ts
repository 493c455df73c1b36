import ky from 'ky';
import type { Open } from '../adapter.ts';
import { plainCalls } from '../requests.ts';

export const open: Open = (target) => ({
  calls: plainCalls(target, ({ url, method, headers, body }) => ky(url, { method, headers, json: body }).json()),
});
