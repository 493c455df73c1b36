import type { Bench } from '../bench.ts';
import { oursFor } from '../contenders.ts';
import type { CheckTook } from './check-page.ts';

/** What it takes to check a page, beside what it takes to parse it. */
export function measureCheck(bench: Bench, rounds: number): Promise<CheckTook> {
  bench.say('JSON.parse and check');
  return bench.ask(oursFor('bank'), { task: 'check', times: rounds });
}
