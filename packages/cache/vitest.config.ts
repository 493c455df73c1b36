import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['@x/source'] } },
  test: { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } },
});
