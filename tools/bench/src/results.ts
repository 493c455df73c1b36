import type { CheckTook } from './measure/check-page.ts';
import type { Scenario } from './scenarios.ts';

/** What a call took, by round. */
export interface Timing {
  readonly cpuUs: readonly number[];
  readonly wallUs: readonly number[];
}

/** Calls per second, by round. */
export const rates = ({ wallUs }: Timing): number[] => wallUs.map((us) => 1_000_000 / us);

export interface Cold {
  readonly importMs: readonly number[];
  readonly totalMs: readonly number[];
}

export interface Size {
  /** Bytes, minified and gzipped. */
  readonly bundle: number;
  readonly installed?: { readonly bytes: number; readonly packages: number };
}

/** What many first calls at once cost: token requests, and heap before and after. */
export interface FirstCalls {
  readonly tokens: number;
  readonly before: number;
  readonly after: number;
}

/** How costs grow with sizes. */
export interface Growth {
  readonly curves: readonly MeasuredCurve[];
}

/** How one cost grows with a size. */
export interface MeasuredCurve {
  readonly title: string;
  /** What the size counts. */
  readonly of: string;
  readonly unit: 'µs' | 'B';
  readonly sizes: readonly number[];
  /** The exponent that is wanted, at most. */
  readonly atMost: number;
  /** The cost of one unit of work: of this checkout and of the one that it is compared with, by size and round. */
  readonly costs: readonly (readonly (readonly number[])[])[];
}

/** All that was measured, by contender; sections that were left out are undefined. */
export interface Results {
  readonly about: About;
  scenarios?: { [name in Scenario]?: Record<string, Timing> };
  /** The same, with many calls under way at once. */
  throughput?: { [name in Scenario]?: Record<string, Timing> };
  /** Milliseconds, by round. */
  walks?: { cursor?: Record<string, number[]>; offset?: Record<string, number[]> };
  cold?: Record<string, Cold>;
  size?: { readonly sizes: Record<string, Size>; readonly skipped: readonly string[] };
  check?: CheckTook;
  growth?: Growth;
  memory?: { readonly heaps: Record<string, number[]>; readonly first: FirstCalls };
}

/** When, on what, and with which versions. */
export interface About {
  readonly date: string;
  readonly node: string;
  readonly machine: string;
  readonly versions: Record<string, string>;
}
