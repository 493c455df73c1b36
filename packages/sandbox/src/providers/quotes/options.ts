import type { SandboxContext } from '../../context.ts';
import { type Limits, numbersOf } from '../../limiter.ts';

/** How the quotation API of the sandbox behaves. Unset members are as the real server has them. */
export interface QuotesSandboxOptions {
  /**
   * How many quotes there are, 0 to 100,000. Default: all of the 436 that are real. Fewer are a random choice of those;
   * what goes beyond is invented, and so are its authors.
   */
  quotes?: number;
  /**
   * Prefixes under which every route is served: `''` or `/path`. Default `''` and `/api`: the server serves at its
   * root, published addresses of it often have the prefix.
   */
  basePaths?: readonly string[];
  /** Tells clients apart for the rate limit. Default: all requests come from `127.0.0.1`. */
  clientAddress?: (request: Request) => string;
  /**
   * `false`: as on a plain local database without full-text search, where both search routes, and the random ones with
   * a `query`, end in a 500. Default `true`.
   */
  textSearch?: boolean;
  /** `false`: the record behind `/info/count` is missing, which is a 404. Default `true`. */
  countRecord?: boolean;
  /** `true`: records and pages carry members that nobody has documented. Default `false`. */
  unknownFields?: boolean;
  /** `true`: records lack `authorSlug`, `authorId`, `dateAdded`, `dateModified` and `__v`. Default `false`, and `true` with the sandbox option `quirks: 'real'`. */
  minimalRecords?: boolean;
}

/** The limit of the quotation API in place of the real one. */
export interface QuotesLimits {
  /** Requests per window and client address. Default 180. */
  readonly requests?: number;
  /** Length of the window in milliseconds. Default 60,000. */
  readonly windowMs?: number;
}

/** The options with every default filled in. */
export interface Settings extends Required<Omit<QuotesSandboxOptions, 'quotes'>> {
  /** Undefined: the real ones. */
  quotes: number | undefined;
  /** Whether anything is limited. */
  limited: boolean;
  limits: Required<QuotesLimits>;
}

/** Fills in the defaults; throws `RangeError` for what cannot be. */
export function resolveOptions(
  { realQuirks }: Pick<SandboxContext, 'realQuirks'>,
  { limits, ...options }: QuotesSandboxOptions & { limits?: Limits<QuotesLimits> | undefined },
): Settings {
  const numbers = numbersOf(limits);
  const settings: Settings = {
    basePaths: ['', '/api'],
    clientAddress: () => '127.0.0.1',
    textSearch: true,
    countRecord: true,
    unknownFields: false,
    // Records without the fields that were added later were recorded from the real host.
    minimalRecords: realQuirks,
    ...options,
    quotes: options.quotes,
    limited: numbers !== undefined,
    limits: { requests: 180, windowMs: 60_000, ...numbers },
  };
  const { quotes = 0, basePaths } = settings;
  inRange('quotes', quotes, 0, 100_000);
  inRange('limits.requests', settings.limits.requests, 0, Number.MAX_SAFE_INTEGER);
  inRange('limits.windowMs', settings.limits.windowMs, 1, Number.MAX_SAFE_INTEGER);
  for (const path of basePaths)
    if (!/^(\/[\w.~-]+)*$/.test(path))
      throw new RangeError(`quotes.basePaths takes '' or paths like '/api', got '${path}'`);
  return settings;
}

function inRange(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`quotes.${name} takes a whole number from ${least} to ${most}, got ${value}`);
}

/** What the client of the quotation API takes. */
export interface QuotesClientOptions {
  baseUrl: string;
}

/** The options of a client of this sandbox. */
export const clientOptions = ({ baseUrl }: SandboxContext): QuotesClientOptions => ({ baseUrl: baseUrl() });
