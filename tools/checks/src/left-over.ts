import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const turn = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Bytes in use once what is not needed is gone. */
export async function heapUsed(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await turn(1);
    collect();
  }
  return process.memoryUsage().heapUsed;
}

/** Notes what keeps this process alive; later returns what has come to that, once connections had time to close. */
export function handles(): () => Promise<string[]> {
  const before = process.getActiveResourcesInfo();
  const rest = () => {
    const known = [...before];
    return process.getActiveResourcesInfo().filter((kind) => {
      const index = known.indexOf(kind);
      if (index >= 0) known.splice(index, 1);
      return index < 0 && kind !== 'Immediate';
    });
  };
  return async () => {
    for (let left = 250; left > 0 && rest().length > 0; left -= 1) await turn(20);
    return rest();
  };
}

/** The straight line through measurements: how much a minute, and over all of them. */
export function trendOf(samples: readonly { readonly minute: number; readonly bytes: number }[]) {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(samples.map(({ minute }) => minute));
  const y = mean(samples.map(({ bytes }) => bytes));
  const spread = samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
  const slope = samples.reduce((sum, { minute, bytes }) => sum + (minute - x) * (bytes - y), 0) / (spread || 1);
  return { slope, growth: slope * ((samples.at(-1)?.minute ?? 0) - (samples[0]?.minute ?? 0)) };
}
