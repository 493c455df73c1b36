import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['@x/source'] } },
  test: {
    globalSetup: '../../packages/testing/src/catalogs.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    deps: { interopDefault: false },
  },
});
