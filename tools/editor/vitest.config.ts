import { defineConfig } from 'vitest/config';

// Against the built packages: their declaration files are what editors read.
export default defineConfig({ test: { testTimeout: 60_000 } });
