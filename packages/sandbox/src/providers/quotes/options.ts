import {
  aFunction,
  type Filled,
  invalid,
  listOfObjects,
  type RulesOf,
  readOptions,
  strings,
  trueOrFalse,
  wholeNumber,
} from '../../shared/check-fields.ts';
import type { SandboxContext } from '../../shared/context.ts';
import { type Limits, numbersOf } from '../../shared/limits.ts';
import { generatedOf, type Records, recordsRule } from '../../shared/own-records.ts';
import type { Draft } from './data/source.ts';
import {
  checkRecords,
  draftsOf,
  type QuoteAuthorRecord,
  type QuoteRecord,
  quoteAuthorRules,
  quoteRecordRules,
} from './own-data.ts';

/** How the quotation API of the sandbox behaves. Unset members are as the real server has them. */
export interface QuotesSandboxOptions {
  /**
   * How many quotes there are, 0 to 100,000. Default: all of the 436 that are real. Fewer are a random choice of those;
   * what goes beyond is invented, and so are its authors. Or your own quotations: as an array in addition, or alone
   * with `{ generated: 0, own: […] }`.
   */
  quotes?: Records<QuoteRecord> | undefined;
  /** Data about the authors of custom quotations. Default: their names only. */
  authors?: readonly QuoteAuthorRecord[] | undefined;
  /**
   * Prefixes under which every route is served: `''` or `/path`. Default `''` and `/api`: the server serves at its
   * root, published addresses of it often have the prefix.
   */
  basePaths?: readonly string[] | undefined;
  /** Distinguishes clients for the rate limit. Default: all requests come from `127.0.0.1`. */
  clientAddress?: ((request: Request) => string) | undefined;
  /**
   * `false`: as on a plain local database without full-text search, where both search endpoints, and the random ones with
   * a `query`, end in a 500. Default `true`.
   */
  textSearch?: boolean | undefined;
  /** `false`: the record after `/info/count` is missing, which is a 404. Default `true`. */
  countRecord?: boolean | undefined;
  /** `true`: records and pages carry members that nobody has documented. Default `false`. */
  unknownFields?: boolean | undefined;
  /**
   * `true`: records lack `authorSlug`, `authorId`, `dateAdded`, `dateModified` and `__v`. Default `false`, and `true`
   * with the sandbox option `quirks: 'real'`.
   */
  minimalRecords?: boolean | undefined;
}

/** The limit of the quotation API in place of the real one. */
export interface QuotesLimits {
  /** Requests per window and client address. Default 180. */
  readonly requests?: number | undefined;
  /** Length of the window in milliseconds. Default 60,000. */
  readonly windowMs?: number | undefined;
}

/** The options with every default filled in. */
export interface Settings extends Filled<Omit<QuotesSandboxOptions, 'quotes' | 'authors'>> {
  /** Undefined: the real ones. */
  quotes: number | undefined;
  /** Your own quotations. */
  own: readonly Draft[];
  /** Whether anything is limited. */
  limited: boolean;
  limits: Filled<QuotesLimits>;
}

/** Rules of the options. */
export const quotesRules = {
  quotes: recordsRule(wholeNumber(0, 100_000), 'quotations', quoteRecordRules),
  authors: listOfObjects('authors', quoteAuthorRules),
  basePaths: strings,
  clientAddress: aFunction,
  textSearch: trueOrFalse,
  countRecord: trueOrFalse,
  unknownFields: trueOrFalse,
  minimalRecords: trueOrFalse,
} satisfies RulesOf<QuotesSandboxOptions>;

/** Rules of the limits. */
export const quotesLimitRules = {
  requests: wholeNumber(0),
  windowMs: wholeNumber(1),
} satisfies RulesOf<QuotesLimits>;

/**
 * Checks the options, and fills in the defaults. Throws as `readOptions` does, and `ApiError` `invalid_params` for a
 * base path that is not one.
 */
export function resolveOptions(
  { realQuirks }: Pick<SandboxContext, 'realQuirks'>,
  { limits, ...options }: QuotesSandboxOptions & { limits?: Limits<QuotesLimits> | undefined },
): Settings {
  const { quotes, authors = [], ...others } = readOptions('quotes', options, quotesRules) as QuotesSandboxOptions;
  checkRecords('quotes', quotes, authors);
  const numbers = numbersOf(limits);
  const settings: Settings = {
    basePaths: ['', '/api'],
    clientAddress: () => '127.0.0.1',
    textSearch: true,
    countRecord: true,
    unknownFields: false,
    // Records without the fields that were added later were recorded from the real host.
    minimalRecords: realQuirks,
    ...(others as Partial<Settings>),
    quotes: generatedOf(quotes),
    own: draftsOf(quotes, authors),
    limited: numbers !== undefined,
    limits: { requests: 180, windowMs: 60_000, ...numbers },
  };
  for (const path of settings.basePaths)
    if (!/^(\/[\w.~-]+)*$/.test(path))
      throw invalid(`quotes.basePaths must list '' or paths such as '/api'; got ${JSON.stringify(path)}`);
  return settings;
}

/** Options of the quotes client that lead to this sandbox. */
export interface QuotesClientOptions {
  /** Base URL of the API in the sandbox. */
  baseUrl: string;
}

/** The options of a client of this sandbox. */
export const clientOptions = ({ baseUrl }: SandboxContext): QuotesClientOptions => ({ baseUrl: baseUrl() });
