import { moveClock } from '../clock/clock.ts';
import type { FaultBook } from '../faults/faults.ts';
import { aSeed, type OptionRules, readOptions } from '../shared/check-fields.ts';
import type { Clock } from '../shared/clock.ts';
import { keepOwn } from '../shared/own-records.ts';
import type { SandboxProvider } from '../shared/provider.ts';
import {
  fromJson,
  readState,
  type SandboxState,
  type Settings,
  StateError,
  stateVersion,
  toJson,
  withCode,
} from './document.ts';
import { closings, type Entry } from './recorder.ts';
import { replay } from './replay.ts';
import { createRun, type Run, type RunSettings } from './run.ts';

/** Parts that the runs of a sandbox share. */
interface Surroundings {
  readonly providers: readonly SandboxProvider[];
  /** Rules of the providers' settings and limits. */
  readonly rules: OptionRules;
  readonly clock: Clock;
  readonly faults: FaultBook;
  url(): string;
}

/** The providers of a sandbox, which a reset or a saved state replaces with new ones. */
export class Runs {
  readonly #parts: Surroundings;
  #run: Run;
  #loading: Promise<unknown> | undefined;

  constructor(parts: Surroundings, settings: Omit<RunSettings, 'startedAt'>) {
    this.#parts = parts;
    this.#run = this.#create({ ...settings, startedAt: parts.clock.now() });
  }

  get current(): Run {
    return this.#run;
  }

  /** Resolves when no saved state is being loaded. */
  loaded(): Promise<unknown> | undefined {
    return this.#loading;
  }

  reset(changes: Settings & { readonly seed?: number } = {}): void {
    const { providers, rules, clock } = this.#parts;
    const { seed, quirks, options } = this.#run;
    const given = readOptions('', changes, { ...rules, seed: aSeed }, 'sandbox.reset');
    const merged = providers.map(({ name }) => [
      name,
      { ...(options[name] as object), ...keepOwn(given[name] as object, options[name] as object) },
    ]);
    const limits = given.limits ?? options.limits;
    const next = this.#create({
      seed: given.seed ?? seed,
      quirks,
      options: { ...Object.fromEntries(merged), ...(limits && { limits }) },
      startedAt: clock.now(),
    });
    this.#replaceBy(next);
  }

  save(): SandboxState {
    const { clock, faults } = this.#parts;
    const { seed, quirks, options: settings, startedAt, recorder } = this.#run;
    if (recorder.isFull)
      throw new StateError(
        'the state has become too large to save: more than 16 MB of requests have changed it. Call sandbox.reset(), and save earlier',
      );
    const log = [...recorder.entries, ...closings(recorder.entries, clock.now())];
    return toJson({
      ...({ format: 'sandbox-state', version: stateVersion } as const),
      ...{ seed, quirks, settings, startedAt, clock: clock.state(), faults: faults.save(), log },
    });
  }

  /** Loads a saved state, after any that is being loaded. */
  async load(document: unknown): Promise<void> {
    const before = this.#loading;
    const own = Promise.resolve(before).then(() => this.#restore(document));
    const ended = own.catch(() => {});
    this.#loading = ended;
    try {
      await own;
    } finally {
      if (this.#loading === ended) this.#loading = undefined;
    }
  }

  /** Replays a saved state on new providers, which replace the present ones if everything succeeds. */
  async #restore(document: unknown): Promise<void> {
    const { providers, rules, clock, faults, url } = this.#parts;
    const names = providers.map(({ name }) => name);
    const { seed, quirks, startedAt, log, ...state } = readState(document, names);
    const settings = fromJson(state.settings);
    readOptions('state', settings, rules, 'sandbox.load');
    const restored = this.#create({ seed, quirks, options: withCode(settings, this.#run.options), startedAt }, log);
    const { scope, outbox, controls, stops } = restored;
    const servers = (name: string) => restored.plan(name).servers();
    await replay(log, { scope, outbox, controls, stops, url: url(), servers });
    moveClock(clock, state.clock);
    this.#replaceBy(restored);
    faults.restore(state.faults);
    await clock.set({}).finally(() => restored.goLive()); // runs what is due, although a job may fail
  }

  #create(settings: RunSettings, replayed?: readonly Entry[]): Run {
    return createRun(this.#parts.providers, settings, this.#parts, replayed);
  }

  #replaceBy(run: Run): void {
    this.#run.scope.stop();
    this.#run = run;
  }
}
