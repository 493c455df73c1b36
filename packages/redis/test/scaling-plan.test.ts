import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fleets, planFleet } from './scaling-plan.ts';

const costs = {
  grantBytes: 700,
  encryptedGrantBytes: 800,
  limitBytes: 400,
  accountHeapBytes: 10_000,
  callUs: 100,
  callRedisUs: 40,
  refreshUs: 300,
  refreshRedisUs: 80,
};

it('planFleet adds refreshes and validations to the calls, and rounds processes up', () => {
  const fleet = {
    name: 'a fleet',
    accounts: 2_000_000,
    activeAccounts: 360_000,
    callsPerSecond: 9900,
    tokenSeconds: 3600,
    validationSeconds: 3600,
  };
  const plan = planFleet(fleet, costs);
  expect(plan).toMatchObject({
    refreshesPerSecond: 100,
    validationsPerSecond: 100,
    requestsPerSecond: 10_100,
    scriptsPerSecond: 10_300,
    redisBytes: 2_000_000 * 800 + 360_000 * 400,
    processes: 2,
  });
  expect(plan.redisCores).toBeCloseTo(0.408);
  expect(plan.processCores).toBeCloseTo(1.03);
  expect(planFleet({ ...fleet, validationSeconds: undefined }, costs).requestsPerSecond).toBe(10_000);
});

it('docs/scaling.md has a column for each computed fleet', () => {
  const page = readFileSync(new URL('../../../docs/scaling.md', import.meta.url), 'utf8');
  for (const { name } of fleets) expect(page).toMatch(new RegExp(`^\\| Metric .*\\| +${name} \\|`, 'm'));
});
