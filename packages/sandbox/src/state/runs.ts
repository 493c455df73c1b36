import { type Clock, moveClock } from '../clock/clock.ts';
import type { ResetOptions, SandboxOptions } from '../options.ts';
import type { ProviderName } from '../providers.ts';
import type { FaultBook } from '../server/faults.ts';
import { aSeed, type OptionRules, readOptions } from '../shared/check-fields.ts';
import { keepOwn } from '../shared/own-records.ts';
import type { SandboxProvider } from '../shared/provider.ts';
import { fromJson, readState, type SandboxState, StateError, stateVersion, toJson, withCode } from './document.ts';
import { closings } from './recorder.ts';
import { replay } from './replay.ts';
import { createRun } from './run.ts';

/** Parts that the runs of a sandbox share. */
interface Surroundings {
  readonly providers: readonly SandboxProvider[];
  /** The options of the sandbox. */
  readonly options: SandboxOptions;
  /** Rules of the providers' settings and limits. */
  readonly rules: OptionRules;
  readonly clock: Clock;
  readonly faults: FaultBook;
  url(): string;
}

/** Creates the providers of a sandbox, which a reset or a saved state replaces with new ones. */
export function createRuns(surroundings: Surroundings) {
  const { providers, options, rules, clock, faults, url } = surroundings;
  const isSetting = ([name]: [string, unknown]) => Object.hasOwn(rules, name);
  let run = createRun(
    providers,
    {
      seed: options.seed ?? 1,
      quirks: options.quirks ?? 'off',
      options: Object.fromEntries(Object.entries(options).filter(isSetting)),
      startedAt: clock.now(),
    },
    surroundings,
  );
  let loading: Promise<unknown> | undefined;

  /** Replays a saved state on new providers, which replace the present ones if everything succeeds. */
  async function restore(document: unknown): Promise<void> {
    const {
      seed,
      quirks,
      startedAt,
      clock: time,
      faults: saved,
      log,
      ...state
    } = readState(
      document,
      providers.map(({ name }) => name),
    );
    const settings = fromJson(state.settings);
    readOptions('state', settings, rules, 'sandbox.load');
    const restored = createRun(
      providers,
      { seed, quirks, options: withCode(settings, run.options), startedAt },
      surroundings,
      log,
    );
    const { scope, outbox, controls, stops } = restored;
    const servers = (name: string) => restored.plan(name).servers();
    await replay(log, { scope, outbox, controls, stops, url: url(), servers });
    moveClock(clock, time);
    run.scope.stop();
    run = restored;
    faults.restore(saved);
    await clock.set({}).finally(() => run.goLive()); // runs what is due, although a job may fail
  }

  return {
    current: () => run,

    /** Resolves when no saved state is being loaded. */
    loaded: () => loading,

    reset(changes: ResetOptions = {}): void {
      const given: ResetOptions = readOptions('', changes, { ...rules, seed: aSeed }, 'sandbox.reset');
      const merged = providers.map((provider) => {
        const name = provider.name as ProviderName;
        return [name, { ...run.options[name], ...keepOwn(given[name], run.options[name]) }];
      });
      const limits = given.limits ?? run.options.limits;
      const next = createRun(
        providers,
        {
          seed: given.seed ?? run.seed,
          quirks: run.quirks,
          options: { ...Object.fromEntries(merged), ...(limits && { limits }) },
          startedAt: clock.now(),
        },
        surroundings,
      );
      run.scope.stop();
      run = next;
    },

    save(): SandboxState {
      const { seed, quirks, options: settings, startedAt, recorder } = run;
      if (recorder.isFull)
        throw new StateError(
          'the state has become too large to save: more than 16 MB of requests have changed it. Call sandbox.reset(), and save earlier',
        );
      const log = [...recorder.entries, ...closings(recorder.entries, clock.now())];
      return toJson({
        ...({ format: 'sandbox-state', version: stateVersion } as const),
        ...{ seed, quirks, settings, startedAt, clock: clock.state(), faults: faults.save(), log },
      });
    },

    async load(document: unknown): Promise<void> {
      const before = loading;
      const own = Promise.resolve(before).then(() => restore(document));
      const ended = own.catch(() => {});
      loading = ended;
      try {
        await own;
      } finally {
        if (loading === ended) loading = undefined;
      }
    },
  };
}

export type Runs = ReturnType<typeof createRuns>;
