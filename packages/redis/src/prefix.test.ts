import { expect, it } from 'vitest';
import { redisRateLimiter } from './rate-limiter.ts';
import { redisStore } from './store.ts';

const client = { eval: async () => null, evalSha: async () => null };

it.each([
  ['redisStore', redisStore],
  ['redisRateLimiter', redisRateLimiter],
] as const)('%s refuses a prefix with braces, which would move keys to other slots of a cluster', (name, open) => {
  for (const prefix of ['{app}:', 'app{', 'app}'])
    expect(() => open(client, { prefix })).toThrow(
      expect.objectContaining({
        name: 'ApiError',
        code: 'invalid_params',
        message:
          `${name}: prefix must not contain "{" or "}", which mark the slot of a key in Redis Cluster; got ` +
          `${JSON.stringify(prefix)}. Use other characters, such as "my-app:"`,
      }),
    );
  expect(() => open(client, { prefix: 7 as never })).toThrow(`${name}: prefix must be a string; got a number`);
  expect(() => open(client, { prefix: 'my-app:' })).not.toThrow();
});
