import { Hono } from 'hono';
import type { ProviderSandbox, SandboxContext } from '../../context.ts';

export type MusicSandboxOptions = {};

export function createMusicSandbox(
  context: SandboxContext,
  options: MusicSandboxOptions = {},
): ProviderSandbox<{ baseUrl: string; authUrl: string; clientId: string; clientSecret: string }> {
  const app = new Hono();
  return { app, options: () => ({}) as never };
}
