import { type Clock, createScope, type Scope } from './clock.ts';
import {
  notServed,
  type ProviderName,
  type ProviderPlan,
  type ProviderSandbox,
  type Quirks,
  type SandboxContext,
} from './context.ts';
import { isReadingControl } from './control/reading.ts';
import { lazy } from './lazy.ts';
import { resolveLimits } from './limits.ts';
import type { ProviderOptions } from './options.ts';
import type { planBank } from './providers/bank/plan.ts';
import type { planFood } from './providers/food/plan.ts';
import type { planMusic } from './providers/music/plan.ts';
import type { planQuotes } from './providers/quotes/plan.ts';
import type { planStream } from './providers/stream/plan.ts';
import { createRandom } from './random.ts';
import type { SandboxControls } from './sandbox.ts';
import { createOutbox } from './state/outbox.ts';
import { recordControls, type Stops } from './state/record-controls.ts';
import { createRecorder, type Entry } from './state/recorder.ts';

/** How the servers of each provider are made. */
export interface Plans {
  readonly stream: typeof planStream;
  readonly music: typeof planMusic;
  readonly bank: typeof planBank;
  readonly food: typeof planFood;
  readonly quotes: typeof planQuotes;
}

/** What the providers of a run are a function of. */
export interface RunSettings {
  readonly seed: number;
  readonly quirks: Quirks;
  readonly options: ProviderOptions;
  /** Unix milliseconds. */
  readonly startedAt: number;
}

/** The options of one provider. Its limits are set next to them, not among them. */
function optionsOf<Name extends ProviderName>(name: Name, settings: ProviderOptions): ProviderOptions[Name] {
  const options = settings[name];
  if (options !== undefined && 'limits' in options && options.limits !== undefined)
    throw new TypeError(
      `${name} has no option "limits": set limits.${name} instead, as in { limits: { ${name}: 'real' } }`,
    );
  return options;
}

/**
 * Plans the providers of a run: of the time from a start or reset to the next. The servers of each are loaded and made with its
 * first use.
 *
 * @param replayed The log of an earlier run, which is to be replayed on this one; its clock is frozen until `goLive`.
 */
export function createRun(
  plans: Partial<Plans>,
  settings: RunSettings,
  { clock, url }: { clock: Clock; url: () => string },
  replayed?: readonly Entry[],
) {
  const { seed, quirks, options, startedAt } = settings;
  const recorder = createRecorder(replayed);
  const scope: Scope = createScope(clock, recorder.ran, replayed && startedAt);
  const outbox = createOutbox(recorder, scope.now, replayed !== undefined);
  const stops: Stops = new Map();

  const context = (name: ProviderName): SandboxContext => ({
    clock: scope,
    startedAt,
    random: (label) => createRandom(seed, `${name}/${label}`),
    baseUrl: () => `${url()}/${name}`,
    fetch: outbox.fetch,
    realQuirks: quirks === 'real',
  });

  const limits = resolveLimits(options.limits);
  const stream = plans.stream?.(context('stream'), { ...optionsOf('stream', options), limits: limits.stream });
  const music = plans.music?.(context('music'), { ...optionsOf('music', options), limits: limits.music });
  const bank = plans.bank?.(context('bank'), { ...optionsOf('bank', options), limits: limits.bank });
  const food = plans.food?.(context('food'), { ...optionsOf('food', options), limits: limits.food });
  const quotes = plans.quotes?.(context('quotes'), { ...optionsOf('quotes', options), limits: limits.quotes });
  const planned: Partial<Record<ProviderName, ProviderPlan<ProviderSandbox<object>>>> = {
    ...(stream && { stream }),
    ...(music && { music }),
    ...(bank && { bank }),
    ...(food && { food }),
    ...(quotes && { quotes }),
  };

  const record = <Controls extends object>(name: ProviderName, controls: Controls) =>
    recordControls(controls, name, { recorder, now: scope.now, isRead: isReadingControl, stops });
  // A provider whose controls nobody uses is not loaded for them.
  const streamControls = lazy(() => record('stream', (stream?.servers() ?? notServed('stream')).controls));
  const musicControls = lazy(() => record('music', (music?.servers() ?? notServed('music')).controls));
  const bankControls = lazy(() => {
    const { controls, accessTokens } = bank?.servers() ?? notServed('bank');
    return record('bank', { ...controls, accessTokens });
  });
  const controls: SandboxControls = {
    get stream() {
      return streamControls();
    },
    get music() {
      return musicControls();
    },
    get bank() {
      return bankControls();
    },
  };

  return {
    ...settings,
    planned,
    plan: (name: ProviderName) => planned[name] ?? notServed(name),
    controls,
    limits,
    context,
    scope,
    recorder,
    outbox,
    stops,
    /** Ends the replay. */
    goLive() {
      recorder.goLive();
      scope.goLive();
      outbox.goLive();
    },
  };
}

/** The providers of a sandbox, from a start or reset to the next. */
export type Run = ReturnType<typeof createRun>;
