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
  /** Requests per window and client address, and the length of the window in milliseconds. Default 180 in 60,000. */
  rateLimit?: { limit?: number; windowMs?: number };
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

/** The options with every default filled in. */
export interface Settings extends Required<Omit<QuotesSandboxOptions, 'quotes' | 'rateLimit'>> {
  /** Undefined: the real ones. */
  quotes: number | undefined;
  rateLimit: { limit: number; windowMs: number };
}

/** Fills in the defaults; throws `RangeError` for what cannot be. */
export function resolveOptions(options: QuotesSandboxOptions): Settings {
  const settings: Settings = {
    basePaths: ['', '/api'],
    clientAddress: () => '127.0.0.1',
    textSearch: true,
    countRecord: true,
    unknownFields: false,
    minimalRecords: false,
    ...options,
    quotes: options.quotes,
    rateLimit: { limit: 180, windowMs: 60_000, ...options.rateLimit },
  };
  const { quotes = 0, rateLimit, basePaths } = settings;
  inRange('quotes', quotes, 0, 100_000);
  inRange('rateLimit.limit', rateLimit.limit, 0, Number.MAX_SAFE_INTEGER);
  inRange('rateLimit.windowMs', rateLimit.windowMs, 1, Number.MAX_SAFE_INTEGER);
  for (const path of basePaths)
    if (!/^(\/[\w.~-]+)*$/.test(path))
      throw new RangeError(`quotes.basePaths takes '' or paths like '/api', got '${path}'`);
  return settings;
}

function inRange(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`quotes.${name} takes a whole number from ${least} to ${most}, got ${value}`);
}
