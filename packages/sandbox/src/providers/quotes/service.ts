import type { Clock } from '../../shared/clock.ts';
import type { SandboxContext } from '../../shared/context.ts';
import { lazy } from '../../shared/lazy.ts';
import type { Random } from '../../shared/random.ts';
import { rememberRecent } from '../../shared/recent.ts';
import { type Collection, createCollection, type Quote } from './data/collection.ts';
import { createQuoteSearch, type QuoteSearch } from './data/quote-search.ts';
import { refuse } from './errors.ts';
import type { Settings } from './options.ts';
import { createWire, type Wire } from './wire/records.ts';

/** Parts that the endpoints share. */
export interface Service {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly wire: Wire;
  /** Random values of the random endpoints. */
  readonly draw: Random;
  collection(): Collection;
  /** Remembers the quotes of the last few requests. Quotes never change. */
  readonly recentLists: (key: string, make: () => readonly Quote[]) => readonly Quote[];
  search(): QuoteSearch;
}

/** Fails as the database does when it has no full-text search. */
export function refuseWithoutTextSearch({ settings }: Service): void {
  if (!settings.textSearch) refuse(500, "Unrecognized pipeline stage name: '$search'");
}

/** Creates the service. Its data is created by the first request that needs it. */
export function createService(context: SandboxContext, settings: Settings): Service {
  const collection = lazy(() => createCollection(context.random, settings.quotes, settings.own));
  return {
    settings,
    clock: context.clock,
    wire: createWire(settings),
    draw: context.random('draws'),
    collection,
    recentLists: rememberRecent(8),
    search: lazy(() => createQuoteSearch(collection().quotes.all)),
  };
}
