import { type Clock, createScope, type Scope } from '../clock/clock.ts';
import { checkControl } from '../control/provider-controls.ts';
import { isReadingControl } from '../control/reading.ts';
import type { ProviderOptions } from '../options.ts';
import type { planBank } from '../providers/bank/plan.ts';
import type { planFood } from '../providers/food/plan.ts';
import type { planMusic } from '../providers/music/plan.ts';
import type { planQuotes } from '../providers/quotes/plan.ts';
import type { planStream } from '../providers/stream/plan.ts';
import type { SandboxControls } from '../sandbox.ts';
import { resolveLimits } from '../server/limits.ts';
import { invalid } from '../shared/check-fields.ts';
import {
  notServed,
  type ProviderName,
  type ProviderPlan,
  type ProviderSandbox,
  providerNames,
  type Quirks,
  type SandboxContext,
} from '../shared/context.ts';
import { lazy } from '../shared/lazy.ts';
import { createRandom } from '../shared/random.ts';
import { createOutbox } from './outbox.ts';
import { recordControls, type Stops } from './record-controls.ts';
import { createRecorder, type Entry } from './recorder.ts';

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
    throw invalid(`${name} has no option "limits": set limits.${name} instead, as in { limits: { ${name}: 'real' } }`);
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
  const planned = providerNames.flatMap((name) => {
    // Each takes the options of its own provider, which the type of a loop cannot express.
    const plan = plans[name] as ((context: SandboxContext, options: object) => object) | undefined;
    return plan ? [[name, plan(context(name), { ...optionsOf(name, options), limits: limits[name] })] as const] : [];
  });
  const byName = Object.fromEntries(planned) as { readonly [Name in ProviderName]?: ReturnType<Plans[Name]> };
  const plan = <Name extends ProviderName>(name: Name): ReturnType<Plans[Name]> => byName[name] ?? notServed(name);

  const record = <Controls extends object>(name: ProviderName, controls: Controls) =>
    recordControls(controls, name, { recorder, now: scope.now, isRead: isReadingControl, check: checkControl, stops });
  // A provider whose controls nobody uses is not loaded for them.
  const streamControls = lazy(() => record('stream', plan('stream').servers().controls));
  const musicControls = lazy(() => record('music', plan('music').servers().controls));
  const bankControls = lazy(() => {
    const { controls, accessTokens } = plan('bank').servers();
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
    plan: (name: ProviderName): ProviderPlan<ProviderSandbox<object>> => plan(name),
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
