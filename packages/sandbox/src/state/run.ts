import { createScope, type Scope } from '../clock/scope.ts';
import { invalid } from '../shared/check-fields.ts';
import type { Clock } from '../shared/clock.ts';
import { notServed, type ProviderPlan, type Quirks, type SandboxContext } from '../shared/context.ts';
import { lazy } from '../shared/lazy.ts';
import { limitsFor } from '../shared/limits.ts';
import type { SandboxProvider } from '../shared/provider.ts';
import { createRandom } from '../shared/random.ts';
import type { Settings } from './document.ts';
import { createOutbox } from './outbox.ts';
import { recordControls, type Stops } from './record-controls.ts';
import { createRecorder, type Entry } from './recorder.ts';

/** Settings that determine the providers of a run. */
export interface RunSettings {
  readonly seed: number;
  readonly quirks: Quirks;
  readonly options: Settings;
  /** Unix milliseconds. */
  readonly startedAt: number;
}

/** Returns the options of one provider. Its limits are set in `limits`, not in its options. */
function optionsOf(name: string, settings: Settings): object {
  const options = { ...(settings[name] as object | undefined) };
  if ('limits' in options && options.limits !== undefined)
    throw invalid(`${name} has no option "limits": set limits.${name} instead, as in { limits: { ${name}: 'real' } }`);
  return options;
}

/**
 * Plans the providers of a run, which lasts from a start or reset to the next. Each provider's servers are loaded and
 * created on first use.
 *
 * @param replayed Log of an earlier run to replay on this one, whose clock is frozen until `goLive`.
 */
export function createRun(
  providers: readonly SandboxProvider[],
  settings: RunSettings,
  { clock, url }: { clock: Clock; url: () => string },
  replayed?: readonly Entry[],
) {
  const { seed, quirks, options, startedAt } = settings;
  const recorder = createRecorder(replayed);
  const scope: Scope = createScope(clock, recorder.ran, replayed && startedAt);
  const outbox = createOutbox(recorder, scope.now, replayed !== undefined);
  const stops: Stops = new Map();

  const context = (name: string): SandboxContext => ({
    clock: scope,
    startedAt,
    random: (label) => createRandom(seed, `${name}/${label}`),
    baseUrl: () => `${url()}/${name}`,
    fetch: outbox.fetch,
    realQuirks: quirks === 'real',
  });

  const plans = new Map(
    providers.map((provider) => {
      const { name } = provider;
      const limits = limitsFor(options.limits, name);
      return [name, provider.plan(context(name), { ...optionsOf(name, options), limits })] as const;
    }),
  );
  const plan = (name: string): ProviderPlan => plans.get(name) ?? notServed(name);

  const controls: Readonly<Record<string, object>> = {};
  for (const { name, controls: table } of providers) {
    const find = (path: string) => table[path.slice(name.length + 1)];
    // A provider is loaded for its controls only if they are used.
    const made = lazy(() => {
      const own = plan(name).servers().controls;
      return own && recordControls(own, name, { recorder, now: scope.now, find, stops });
    });
    Object.defineProperty(controls, name, { get: made, enumerable: Object.keys(table).length > 0 });
  }

  return {
    ...settings,
    plan,
    controls,
    scope,
    recorder,
    outbox,
    stops,
    /** Number of WebSockets that were opened. */
    sockets: 0,
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
