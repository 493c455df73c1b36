import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A seeded stream of random values: the same seed and label give the same values, whatever else was drawn. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** A number from 0 up to, not including, 1. */
  float(): number;
  /** One of `values`. */
  pick<T>(values: readonly T[]): T;
  /** `count` different members of `values`, in random order. */
  sample<T>(values: readonly T[], count: number): T[];
  /** Text of `length` characters out of `alphabet`. */
  text(length: number, alphabet?: string): string;
}

/** Lower- and upper-case letters and digits. */
export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Makes the stream of `label` under `seed`. */
export function createRandom(seed: number, label: string): Random {
  let hash = seed | 0;
  for (const character of label) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  // Labels that differ in one character must not give similar streams.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  const generator = xoroshiro128plus(hash ^ (hash >>> 16));
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
      const rest = [...values];
      return Array.from({ length: Math.min(count, rest.length) }, () => {
        const [taken] = rest.splice(int(0, rest.length - 1), 1);
        return taken as (typeof rest)[number];
      });
    },
    text: (length, alphabet = base62) => Array.from({ length }, () => alphabet[int(0, alphabet.length - 1)]).join(''),
  };
}
