import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Node stores compiled sources here, with which the programs that tests start are ready in half the time.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../node_modules/.cache/node-compile', import.meta.url));

/** Global setup of tests that read catalogs. */
export const catalogs = fileURLToPath(new URL('catalogs.ts', import.meta.url));

/**
 * Returns the configuration of a package's tests, with changes. Their sandboxes start at 10:00 in New York on a
 * Wednesday, so that no test depends on the day. An empty `SANDBOX_NOW` starts them today instead.
 */
export const testConfig = (changes: ViteUserConfig['test'] = {}): ViteUserConfig =>
  defineConfig({
    // Packages with the same root share their transformed sources, which each would transform again otherwise.
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    ssr: { resolve: { conditions: ['@x/source'] } },
    test: {
      dir: process.cwd(),
      cache: false, // of durations, which packages tested at the same time would write to one file
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 60_000 } },
      // Tests of warnings read them themselves. Printed, they would hide what fails.
      execArgv: ['DEPRECATED', 'RESPONSE_DRIFT', 'PARAMS_DRIFT', 'OPTIONS'].map(
        (code) => `--disable-warning=X_${code}`,
      ),
      env: { SANDBOX_NOW: process.env.SANDBOX_NOW ?? '2026-01-14T15:00:00Z' },
      ...changes,
    },
  });
