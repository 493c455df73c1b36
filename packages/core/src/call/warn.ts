/** Warnings already given, keyed by subject. */
const given = new Set<string>();
/** Maximum number of warnings: a process that reaches it has been warned enough. */
const maxWarnings = 100;

/** Kind of a warning. @internal */
export type WarningKind = 'response' | 'params' | 'deprecation';

interface WarningWords {
  /** Text that follows the message. */
  readonly remedy: string;
  /** Type and code that are passed to `process.emitWarning`. */
  readonly options: { readonly type: string; readonly code: string };
}

const guide = '(guide: docs/guides/validation.md)';

const warnings: Readonly<Record<WarningKind, WarningWords>> = {
  response: {
    remedy: `The response was returned as received. Set onEvent to handle such reports, or validation: 'strict' to refuse such responses ${guide}`,
    options: { type: 'ResponseDriftWarning', code: 'X_RESPONSE_DRIFT' },
  },
  params: {
    remedy: `The request was sent as passed. Set onEvent to handle such reports, or validation: 'strict' to refuse such calls ${guide}`,
    options: { type: 'ParamsDriftWarning', code: 'X_PARAMS_DRIFT' },
  },
  deprecation: {
    remedy: `The request was sent. Set onEvent to handle such reports ${guide}`,
    options: { type: 'DeprecationWarning', code: 'X_DEPRECATED' },
  },
};

/**
 * Warns about something once per process: by `process.emitWarning` if it exists, else by `console.warn`. Gives at most
 * 100 different warnings.
 *
 * @param about Identifies the subject of the warning.
 */
export function warnOnce(kind: WarningKind, about: string, message: string): void {
  if (given.has(about) || given.size >= maxWarnings) return;
  given.add(about);
  const { remedy, options } = warnings[kind];
  const text = `${message}. ${remedy}`;
  const { process } = globalThis as { process?: { emitWarning?: (text: string, options: object) => void } };
  if (process?.emitWarning) process.emitWarning(text, options);
  else console.warn(text);
}
