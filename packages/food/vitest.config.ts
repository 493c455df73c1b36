import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['@x/source'] } },
  test: { testTimeout: 30_000, hookTimeout: 60_000 },
});
