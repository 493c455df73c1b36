import { defineConfig } from '@playwright/test';
import { findChromium } from '@x/testing/chromium';

const executablePath = findChromium();

export default defineConfig({
  testMatch: '*.playwright.ts',
  outputDir: '../.artifacts/playwright',
  reporter: 'list',
  use: {
    // Use this machine's browser instead of one that Playwright downloads. It does not run as root in its own sandbox.
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
});
