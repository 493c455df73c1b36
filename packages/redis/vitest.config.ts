import { defineConfig } from 'vitest/config';
import { withoutRedis } from './test/redis-server.ts';

const test = withoutRedis()
  ? { exclude: ['**'], passWithNoTests: true }
  : { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };

export default defineConfig({ ssr: { resolve: { conditions: ['@x/source'] } }, test });
