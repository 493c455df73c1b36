import {
  aFunction,
  aString,
  type Filled,
  invalid,
  listOfObjects,
  type RulesOf,
  readOptions,
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

/** Settings of the quotation API's sandbox. Unset fields follow the real server. */
export interface QuotesSandboxOptions {
  /**
   * Number of quotes, 0 to 100,000. Default: all of the 436 real ones. Fewer are a random choice of those; more are
   * invented, and so are their authors. Or your own quotations: an array adds them to all the real ones, and
   * `{ generated: 0, own: […] }` serves them alone.
   */
  quotes?: Records<QuoteRecord> | undefined;
  /** Data about the authors of your own quotations. Default: only their names. */
  authors?: readonly QuoteAuthorRecord[] | undefined;
  /**
   * Path between the address and the routes: `''` or `/path`. Default `/api`, and `''` with the sandbox option
   * `quirks: 'real'`, because the server serves its routes at its root, unlike its published addresses.
   */
  basePath?: string | undefined;
  /** Returns the client address of a request, for the rate limit. Default: always `127.0.0.1`. */
  clientAddress?: ((request: Request) => string) | undefined;
  /**
   * `false`: as on a plain local database without full-text search, both search endpoints, and the random ones with a
   * `query`, respond with a 500. Default `true`.
   */
  textSearch?: boolean | undefined;
  /** `false`: the record behind `/info/count` is missing, which causes a 404. Default `true`. */
  countRecord?: boolean | undefined;
  /** `true`: records and pages have undocumented fields. Default `false`. */
  unknownFields?: boolean | undefined;
  /**
   * `true`: records lack `authorSlug`, `authorId`, `dateAdded`, `dateModified` and `__v`. Default `false`, and `true`
   * with the sandbox option `quirks: 'real'`.
   */
  minimalRecords?: boolean | undefined;
}

/** Rate limit of the quotation API, which replaces the real one. */
export interface QuotesLimits {
  /** Requests per window and client address. Default 180. */
  readonly requests?: number | undefined;
  /** Length of the window in milliseconds. Default 60,000. */
  readonly windowMs?: number | undefined;
}

/** The options with every default filled in. */
export interface Settings extends Filled<Omit<QuotesSandboxOptions, 'quotes' | 'authors'>> {
  /** Number of quotes besides your own; undefined for all real ones. */
  quotes: number | undefined;
  /** Your own quotations. */
  own: readonly Draft[];
  /** Whether the rate limit applies. */
  limited: boolean;
  limits: Filled<QuotesLimits>;
}

/** Rules of the options. */
export const quotesRules = {
  quotes: recordsRule(wholeNumber(0, 100_000), 'quotations', quoteRecordRules),
  authors: listOfObjects('authors', quoteAuthorRules),
  basePath: aString,
  clientAddress: aFunction,
  textSearch: trueOrFalse,
  countRecord: trueOrFalse,
  unknownFields: trueOrFalse,
  minimalRecords: trueOrFalse,
} satisfies RulesOf<QuotesSandboxOptions>;

export const quotesLimitRules = {
  requests: wholeNumber(0),
  windowMs: wholeNumber(1),
} satisfies RulesOf<QuotesLimits>;

/**
 * Checks the options, and fills in the defaults. Throws as `readOptions` does, and `ApiError` `invalid_params` for an
 * invalid base path.
 */
export function resolveOptions(
  { realQuirks }: Pick<SandboxContext, 'realQuirks'>,
  { limits, ...options }: QuotesSandboxOptions & { limits?: Limits<QuotesLimits> | undefined },
): Settings {
  const { quotes, authors = [], ...others } = readOptions('quotes', options, quotesRules) as QuotesSandboxOptions;
  checkRecords('quotes', quotes, authors);
  const numbers = numbersOf(limits);
  const settings: Settings = {
    basePath: realQuirks ? '' : '/api',
    clientAddress: () => '127.0.0.1',
    textSearch: true,
    countRecord: true,
    unknownFields: false,
    // The real host was seen to send records without the fields that were added later.
    minimalRecords: realQuirks,
    ...(others as Partial<Settings>),
    quotes: generatedOf(quotes),
    own: draftsOf(quotes, authors),
    limited: numbers !== undefined,
    limits: { requests: 180, windowMs: 60_000, ...numbers },
  };
  const { basePath } = settings;
  if (!/^(\/[\w.~-]+)*$/.test(basePath))
    throw invalid(`quotes.basePath must be '' or a path such as '/api'; got ${JSON.stringify(basePath)}`);
  return settings;
}

/** Options that make a quotes client call this sandbox. */
export interface QuotesClientOptions {
  /** Base URL of the API in the sandbox. */
  baseUrl: string;
}

/** Returns the options that make a client call this sandbox. */
export const clientOptions = ({ baseUrl }: SandboxContext): QuotesClientOptions => ({ baseUrl: baseUrl() });
