import { Hono } from 'hono';
import type { ProviderSandbox, SandboxContext } from '../../context.ts';

export type BankSandboxOptions = {};

export function createBankSandbox(
  context: SandboxContext,
  options: BankSandboxOptions = {},
): ProviderSandbox<{ baseUrl: string; clientId: string; secret: string }> {
  const app = new Hono();
  return { app, options: () => ({}) as never };
}
