import { Hono } from 'hono';
import type { ProviderSandbox, SandboxContext } from '../../context.ts';

export type StreamSandboxOptions = {};

export function createStreamSandbox(
  context: SandboxContext,
  options: StreamSandboxOptions = {},
): ProviderSandbox<{ baseUrl: string; authUrl: string; clientId: string; clientSecret: string }> {
  const app = new Hono();
  return { app, options: () => ({}) as never };
}
