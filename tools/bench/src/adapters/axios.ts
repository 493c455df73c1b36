import axios from 'axios';
import type { Open } from '../adapter.ts';
import { plainCalls } from '../requests.ts';

export const open: Open = (target) => ({
  calls: plainCalls(target, async ({ url, method, headers, body }) => {
    const { data } = await axios.request({ url, method, headers, ...(body && { data: body }) });
    return data;
  }),
});
