import { defineConfig } from 'vitest/config';
import { withoutPostgres } from './test/postgres-server.ts';

const test = withoutPostgres()
  ? { exclude: ['**'], passWithNoTests: true }
  : { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({ ssr: { resolve: { conditions: ['@x/source'] } }, test });
