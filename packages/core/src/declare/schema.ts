import { array, check, type GenericSchema, number, pipe, string, union } from 'valibot';

/** A whole number from `min` to `max`, both included. */
export const whole = /* @__NO_SIDE_EFFECTS__ */ (min: number, max?: number) =>
  Object.assign(
    pipe(
      number(),
      check(
        (value) => Number.isSafeInteger(value) && value >= min && !(value > (max as number)),
        `expected a whole number ${max === undefined ? `≥ ${min}` : `from ${min} to ${max}`}`,
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
    check<unknown, string>(hasRoom, `expected at most ${max} values`),
  ) as never;
};

/** Text whose values are known today; others pass, since providers add some without notice. */
export const known = /* @__NO_SIDE_EFFECTS__ */ <const T extends string>(
  ...values: T[]
): GenericSchema<T | (string & {})> => Object.assign(string(), { known: values });

/** Refuses params that give none of `names`. */
export const atLeastOne = /* @__NO_SIDE_EFFECTS__ */ <Params extends object>(
  ...names: (keyof NoInfer<Params> & string)[]
) =>
  check<Params, string>(
    (params) => names.some((name) => params[name] !== undefined),
    `give at least one of ${names.join(', ')}`,
  );

/** Refuses params that give none or several of `names`. */
export const exactlyOne = /* @__NO_SIDE_EFFECTS__ */ <Params extends object>(
  ...names: (keyof NoInfer<Params> & string)[]
) =>
  check<Params, string>(
    (params) => names.filter((name) => params[name] !== undefined).length === 1,
    `give exactly one of ${names.join(', ')}`,
  );
