import {
  aString,
  numberFrom0,
  type OptionRules,
  oneOf,
  problemOfOptions,
  type Rule,
  required,
  strings,
} from './check-fields.ts';

/** Declaration of a provider's control, with which the control API offers it. */
export interface Control {
  /** Description in one sentence. */
  readonly summary: string;
  /**
   * Whether it only reads. Its calls are then not recorded in the state, and programs call it with GET. Default
   * `false`.
   */
  readonly reads?: true;
  /** Fields of the object that it takes. A name that ends in `?` is optional. */
  readonly input?: OptionRules;
  /** Instead of `input`: its parameters, in order. */
  readonly parameters?: OptionRules;
}

/** Controls of a provider, by their names in `sandbox.controls`, such as `users` or `eventSub.fire`. */
export type ControlTable = Readonly<Record<string, Control>>;

/** Rules for the fields that select the tokens a control applies to. */
export const tokenMatch: OptionRules = { 'token?': aString, 'kind?': oneOf('app', 'user'), 'userId?': aString };

/** Params of a control that issues a user's token. */
export const userToken: OptionRules = {
  'userId?': aString,
  'scopes?': strings,
  'expiresInSeconds?': numberFrom0('a number of seconds'),
};

export const fieldsOf = ({ input, parameters }: Control): OptionRules =>
  Object.fromEntries(
    Object.entries(parameters ?? input ?? {}).map(([field, rule]) =>
      field.endsWith('?') ? [field.slice(0, -1), rule] : [field, required(rule as Rule)],
    ),
  );

/**
 * Checks the arguments of a call of `sandbox.controls` as the control API checks its input.
 *
 * @param path Its name in errors, such as `music.users`.
 * @throws TypeError for an unknown field or an invalid value.
 */
export function checkControl(control: Control | undefined, path: string, given: readonly unknown[]): void {
  if (!control) return;
  const fields = fieldsOf(control);
  const values = control.parameters
    ? Object.fromEntries(Object.keys(fields).map((field, index) => [field, given[index]]))
    : (given[0] ?? {});
  const problem = problemOfOptions(values as object, fields, { noun: 'field', place: path });
  if (problem !== undefined) throw new TypeError(problem);
}
