/** Warnings that were given, by what they are about. */
const given = new Set<string>();
/** A process that finds more than this has been warned. */
const maxWarnings = 100;

const guide =
  "Set onDrift or onEvent to handle such reports, or validation: 'strict' to refuse such responses (guide: docs/guides/validation.md)";

/**
 * Warns of something once per process: by `process.emitWarning` where there is one, else by `console.warn`. At most 100
 * different things are warned of.
 */
export function warnOnce(about: string, message: string): void {
  if (given.has(about) || given.size >= maxWarnings) return;
  given.add(about);
  const text = `${message}. The response was returned as received. ${guide}`;
  const { process } = globalThis as { process?: { emitWarning?: (text: string, options: object) => void } };
  if (process?.emitWarning) process.emitWarning(text, { type: 'ResponseDriftWarning', code: 'X_RESPONSE_DRIFT' });
  else console.warn(text);
}
