/** Warnings that were given, by what they are about. */
const given = new Set<string>();
/** A process that finds more than this has been warned. */
const maxWarnings = 100;

/** What a warning can be about. @internal */
export type WarningKind = 'response' | 'params' | 'deprecation';

interface WarningWords {
  /** Follows the message. */
  readonly remedy: string;
  /** Type and code that `process.emitWarning` gets. */
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
 * Warns of something once per process: by `process.emitWarning` where there is one, else by `console.warn`. At most 100
 * different things are warned of.
 *
 * @param about Identifies what is warned of.
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
