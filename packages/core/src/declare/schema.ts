import { array, check, type GenericSchema, maxLength, number, picklist, pipe, string, union } from 'valibot';

// Providers add values and raise limits without notice. A parameter that differs from the documentation only in this
// way is sent unless `validation` is `strict`. The open rules are the values of `oneOf`, the maximum of `whole`,
// `limit`, and valibot's `maxLength` and `maxValue`. All other rules are closed. If a value changes how the client
// itself acts, use `v.picklist` or a `check`.

/**
 * A parameter with a documented list of values. Its type has only these. A newer value, passed as `'time' as never`, is
 * sent and reported, unless `validation` is `strict`.
 *
 * @example
 * sort: v.optional(oneOf(['time', 'views']))
 */
// @__NO_SIDE_EFFECTS__
export function oneOf<const T extends string | number>(values: readonly T[]): GenericSchema<T> {
  const isSendable = (value: unknown) => typeof value === typeof values[0] && value !== '' && !Number.isNaN(value);
  return Object.assign(picklist(values), { isSendable });
}

/**
 * A whole number from `min` to `max`, inclusive. A parameter above `max` is sent and reported, unless `validation` is
 * `strict`.
 */
export const whole = /* @__NO_SIDE_EFFECTS__ */ (
  min: number,
  max?: number,
): GenericSchema<number> & { readonly min: number; readonly max: number | undefined } => {
  const rule = `must be a whole number ${max === undefined ? `of at least ${min}` : `from ${min} to ${max}`}`;
  const isSendable = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= min;
  const inRange = check<number, string>((value) => isSendable(value) && value <= (max ?? value), rule);
  // The catalog creates a JSON Schema from the bounds.
  return Object.assign(pipe(number(), Object.assign(inRange, { min, max, isSendable })), { min, max });
};

/**
 * A documented maximum that `maxLength`, `maxValue` and `whole` cannot express. A parameter beyond it is sent and
 * reported, unless `validation` is `strict`.
 *
 * @param message Requirement for a value, as the end of a sentence that begins with its name.
 */
export const limit = /* @__NO_SIDE_EFFECTS__ */ <T>(isWithin: (value: T) => boolean, message: string) =>
  Object.assign(check<T, string>(isWithin, message), { isSendable: () => true });

/**
 * A single value or a list of values.
 *
 * @param max Maximum length of the list. A longer parameter is sent and reported, unless `validation` is `strict`.
 *   Default: any number.
 */
export const oneOrMany = /* @__NO_SIDE_EFFECTS__ */ <T>(
  schema: GenericSchema<T>,
  max?: number,
): GenericSchema<T | readonly T[]> => {
  const list = array(schema);
  return union([
    schema,
    max === undefined ? list : pipe(list, maxLength(max, `must have at most ${max} entries`)),
  ]) as never;
};

/** A string with a list of currently known values; others are accepted, because providers add some without notice. */
export const known = /* @__NO_SIDE_EFFECTS__ */ <const T extends string>(
  ...values: T[]
): GenericSchema<T | (string & {})> => Object.assign(string(), { known: values });

/** Refuses params with none of `names`. */
export const atLeastOne = /* @__NO_SIDE_EFFECTS__ */ <Params extends object>(
  ...names: (keyof NoInfer<Params> & string)[]
) =>
  check<Params, string>(
    (params) => names.some((name) => params[name] !== undefined),
    `pass at least one of ${names.join(', ')}`,
  );

/** Refuses params with none or several of `names`. */
export const exactlyOne = /* @__NO_SIDE_EFFECTS__ */ <Params extends object>(
  ...names: (keyof NoInfer<Params> & string)[]
) =>
  check<Params, string>(
    (params) => names.filter((name) => params[name] !== undefined).length === 1,
    `pass exactly one of ${names.join(', ')}`,
  );
