/** A controller that follows several signals. */
export interface LinkedSignals {
  readonly controller: AbortController;
  /** Removes the listeners, so that the controller no longer follows the signals. */
  unlink(): void;
}

/**
 * Creates a controller that aborts with any of `sources`, until it is unlinked. Listeners stay in memory for as long as
 * their signal does, so a signal that outlives its calls would keep all their responses in memory.
 */
export function linkSignals(...sources: (AbortSignal | undefined)[]): LinkedSignals {
  const controller = new AbortController();
  const abort = () => controller.abort(sources.find((source) => source?.aborted)?.reason);
  for (const source of sources) {
    if (source?.aborted) abort();
    source?.addEventListener('abort', abort);
  }
  return {
    controller,
    unlink() {
      for (const source of sources) source?.removeEventListener('abort', abort);
    },
  };
}
