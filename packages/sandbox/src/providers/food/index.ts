import { Hono } from 'hono';
import type { ProviderSandbox, SandboxContext } from '../../context.ts';

export type FoodSandboxOptions = {};

export function createFoodSandbox(
  context: SandboxContext,
  options: FoodSandboxOptions = {},
): ProviderSandbox<{ baseUrl: string; apiKey: string }> {
  const app = new Hono();
  return { app, options: () => ({}) as never };
}
