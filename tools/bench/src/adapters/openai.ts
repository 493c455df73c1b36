import OpenAI from 'openai';
import type { Open } from '../adapter.ts';
import { plainCalls } from '../requests.ts';

// What all of its methods go through: a generated client's common core.
export const open: Open = (target) => {
  const client = new OpenAI({ apiKey: target.token, baseURL: target.stream.baseUrl });
  return {
    calls: plainCalls(target, ({ url, method, headers, body }) =>
      method === 'GET' ? client.get(url, { headers }) : client.post(url, { headers, body }),
    ),
  };
};
