import { defineConfig } from '@playwright/test';
import { findChromium } from '@x/testing/chromium';

const executablePath = findChromium();

export default defineConfig({
  testMatch: '*.playwright.ts',
  outputDir: '../.artifacts/playwright',
  reporter: 'list',
  use: {
    // Not a browser that Playwright downloads, but the one of this machine, which refuses to put root into its own
    // sandbox.
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
});
