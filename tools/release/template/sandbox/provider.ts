import type { SandboxContext } from '../../shared/context.ts';
import { defineSandboxProvider, type WithLimits } from '../../shared/provider.ts';
import { createClocksSandbox } from './index.ts';
import { type ClocksClientOptions, type ClocksSandboxOptions, clocksRules, resolveOptions } from './options.ts';

/** The Clocks API. */
export const clocksProvider = defineSandboxProvider({
  name: 'clocks',
  rules: clocksRules,
  firstCall: () => `const { now } = await clocks.time.get({ zone: 'berlin' });
console.log(now);`,
  mayChange: () => false,
  resolve: (options: WithLimits<ClocksSandboxOptions, object>, context: SandboxContext) =>
    resolveOptions(context, options),
  clientOptions: ({ baseUrl }, { apiKey }): ClocksClientOptions => ({ baseUrl: baseUrl(), apiKey }),
  create: createClocksSandbox,
});
