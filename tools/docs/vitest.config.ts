import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['@x/source'] } },
  test: {
    testTimeout: 120_000,
    hookTimeout: 600_000,
    isolate: false,
    globalSetup: '../../packages/testing/src/catalogs.ts',
  },
});
