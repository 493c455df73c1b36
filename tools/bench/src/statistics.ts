/** Half of the values lie between `q1` and `q3`. */
export interface Quartiles {
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
}

export function quartiles(values: readonly number[]): Quartiles {
  if (values.length === 0) throw new RangeError('values must not be empty');
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const below = sorted[Math.floor(place)] as number;
    const above = sorted[Math.ceil(place)] as number;
    return below + (above - below) * (place % 1);
  };
  return { q1: at(0.25), median: at(0.5), q3: at(0.75) };
}

export const median = (values: readonly number[]): number => quartiles(values).median;

/**
 * Returns one contender's costs as multiples of another's in the same round, so that slowdowns of a whole round cancel
 * out.
 */
export function ratios(values: readonly number[], of: readonly number[]): number[] {
  if (values.length !== of.length) throw new RangeError('both must have the same number of rounds');
  return values.map((value, round) => value / (of[round] as number));
}

/** Returns the median of such ratios. */
export const medianRatio = (values: readonly number[] = [], of: readonly number[] = []): number =>
  median(ratios(values, of));

/** Returns the slope of the line that best fits some points; NaN for a single one. */
export function slopeOf(x: readonly number[], y: readonly number[]): number {
  const [meanX, meanY] = [mean(x), mean(y)];
  const covariance = mean(x.map((value, at) => (value - meanX) * ((y[at] as number) - meanY)));
  return covariance / mean(x.map((value) => (value - meanX) ** 2));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
