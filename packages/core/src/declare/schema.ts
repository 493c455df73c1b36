import { array, check, type GenericSchema, number, pipe, string, union } from 'valibot';

/** A whole number from `min` to `max`, both included. */
export const whole = /* @__NO_SIDE_EFFECTS__ */ (min: number, max?: number) =>
  Object.assign(
    pipe(
      number(),
      Object.assign(
        check<number, string>(
          (value) => Number.isSafeInteger(value) && value >= min && !(value > (max as number)),
          `must be a whole number ${max === undefined ? `of at least ${min}` : `from ${min} to ${max}`}`,
        ),
        { min, max },
      ),
    ),
    { min, max },
  );

/**
 * One value or a list of them.
 *
 * @param max Most values that the list may have. Default: any number.
 */
export const oneOrMany = /* @__NO_SIDE_EFFECTS__ */ <T>(
  schema: GenericSchema<T>,
  max?: number,
): GenericSchema<T | readonly T[]> => {
  const values = union([schema, array(schema)]);
  if (max === undefined) return values as never;
  const hasRoom = (given: unknown) => !Array.isArray(given) || given.length <= max;
  return pipe(
    values as GenericSchema<unknown>,
    check<unknown, string>(hasRoom, `must have at most ${max} entries`),
  ) as never;
};

/** A string whose values are known today; others are accepted, since providers add some without notice. */
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
