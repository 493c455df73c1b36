import { Hono } from 'hono';
import type { ProviderSandbox, SandboxContext } from '../../context.ts';

export type QuotesSandboxOptions = {};

export function createQuotesSandbox(
  context: SandboxContext,
  options: QuotesSandboxOptions = {},
): ProviderSandbox<{ baseUrl: string }> {
  const app = new Hono();
  return { app, options: () => ({}) as never };
}
