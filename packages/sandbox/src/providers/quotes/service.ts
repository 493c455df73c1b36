import type { Clock } from '../../clock.ts';
import type { SandboxContext } from '../../context.ts';
import { lazy } from '../../lazy.ts';
import type { Random } from '../../random.ts';
import { rememberRecent } from '../../recent.ts';
import { type Collection, createCollection, type Quote } from './collection.ts';
import type { Settings } from './options.ts';
import { createTextIndex, type TextIndex } from './text-index.ts';
import { createWire, type Wire } from './wire.ts';

/** What the routes work with. */
export interface Service {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly wire: Wire;
  /** Draws of the random routes. */
  readonly draw: Random;
  collection(): Collection;
  /** Quotes by what was asked for, the last few: the quotes never change. */
  readonly recentLists: (key: string, make: () => readonly Quote[]) => readonly Quote[];
  /** The text of all quotes. */
  textIndex(): TextIndex;
}

/** Makes it; the data come with the first request that needs them. */
export function createService(context: SandboxContext, settings: Settings): Service {
  const collection = lazy(() => createCollection(context.random, settings.quotes, settings.own));
  return {
    settings,
    clock: context.clock,
    wire: createWire(settings),
    draw: context.random('draws'),
    collection,
    recentLists: rememberRecent(8),
    textIndex: lazy(() => createTextIndex(collection().quotes.all)),
  };
}
