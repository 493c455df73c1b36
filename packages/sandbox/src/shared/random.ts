import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A seeded stream of random values. The same seed and label give the same values, independently of other streams. */
export interface Random {
  /** Returns a whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** Returns a number from 0 to 1, without 1 itself. */
  float(): number;
  /** Returns one of `values`. */
  pick<T>(values: readonly T[]): T;
  /** Returns `count` different members of `values`, in random order. */
  sample<T>(values: readonly T[], count: number): T[];
  /** Returns a string of `length` characters from `alphabet`. Default: letters and digits. */
  text(length: number, alphabet?: string): string;
}

/** Draws from a log-normal distribution: half of the values are below `median`. */
export function drawLogNormal(random: Random, median: number, sigma: number): number {
  // Box-Muller. 1 - float is never 0, which has no logarithm.
  const normal = Math.sqrt(-2 * Math.log(1 - random.float())) * Math.cos(2 * Math.PI * random.float());
  return median * Math.exp(sigma * normal);
}

/** Lower- and upper-case letters and digits. */
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Size up to which samples are drawn without copying the list. */
const fewValues = 50;

/** Creates the stream of `label` for `seed`. */
export function createRandom(seed: number, label: string): Random {
  let hash = seed | 0;
  for (const character of label) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  // Labels that differ in one character must not give similar streams.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  const generator = xoroshiro128plus(hash ^ (hash >>> 16));
  const units: number[] = []; // UTF-16 code units of the string that `text` is creating
  const int = (min: number, max: number) => uniformInt(generator, min, max);
  const pick = <T>(values: readonly T[]): T => {
    if (values.length === 0) throw new RangeError('nothing to pick from');
    return values[int(0, values.length - 1)] as T;
  };
  return {
    int,
    float: () => int(0, 2 ** 30 - 1) / 2 ** 30,
    pick,
    sample(values, count) {
      if (count > fewValues) {
        const rest = [...values];
        return Array.from({ length: Math.min(count, rest.length) }, () => {
          const [taken] = rest.splice(int(0, rest.length - 1), 1);
          return taken as (typeof rest)[number];
        });
      }
      // Makes the same draws, but without copying or shifting a long list for a few values. `taken` is ascending.
      const taken: number[] = [];
      return Array.from({ length: Math.min(count, values.length) }, () => {
        let place = int(0, values.length - taken.length - 1); // among the values that are left
        let index = 0;
        for (; index < taken.length && (taken[index] as number) <= place; index += 1) place += 1;
        taken.splice(index, 0, place);
        return values[place] as (typeof values)[number];
      });
    },
    text(length, alphabet = base62) {
      // Building the string one character at a time would keep every prefix of it in memory.
      units.length = length;
      for (let index = 0; index < length; index += 1) units[index] = alphabet.charCodeAt(int(0, alphabet.length - 1));
      return String.fromCharCode(...units);
    },
  };
}
