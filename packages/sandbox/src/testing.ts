import { createClock } from './clock.ts';
import type { ProviderName, SandboxContext } from './context.ts';
import { createRandom } from './random.ts';
import type { Sandbox } from './sandbox.ts';

/** A context for tests of one provider: seed 1, base `http://sandbox.test/<name>`, a clock that is at 2026-01-01T00:00:00Z. */
export function testContext(name: ProviderName, overrides: Partial<SandboxContext> = {}): SandboxContext {
  const clock = overrides.clock ?? createClock(Date.UTC(2026, 0, 1), false);
  return {
    clock,
    startedAt: clock.now(),
    random: (label) => createRandom(1, `${name}/${label}`),
    baseUrl: () => `http://sandbox.test/${name}`,
    fetch: globalThis.fetch,
    realQuirks: false,
    ...overrides,
  };
}

/** What a request to the control API and the page of a sandbox carries. */
export const withToken = ({ control }: Pick<Sandbox, 'control'>) => ({
  headers: { authorization: `Bearer ${control.token}` },
});
