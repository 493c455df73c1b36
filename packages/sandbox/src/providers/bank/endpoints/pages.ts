/** A page that is addressed by the number of items before it. */
export interface PageRequest {
  readonly count: number;
  readonly offset: number;
}

export const pageOf = <T>(all: readonly T[], { count, offset }: PageRequest): T[] => all.slice(offset, offset + count);

/** Whether a time is between two others, both included and optional. Events have no milliseconds, so neither do limits. */
export const between = (at: number, start: string | undefined, end: string | undefined): boolean =>
  (start === undefined || at >= Date.parse(start)) && (end === undefined || at <= Date.parse(end) + 999);
