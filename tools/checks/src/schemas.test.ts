import type { CallSpec, ListSpec, Schema } from '@x/core/provider';
import { fc } from '@x/testing/properties';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { accepts } from '../../../packages/core/src/validation/accepts.ts';
import { operations } from './operations.ts';
import { change, changed, valuesOf } from './valid-data.ts';

/** Returns the result of a check, or its error as a string. */
function outcome(check: () => boolean): boolean | string {
  try {
    return check();
  } catch (error) {
    return String(error);
  }
}

/** Runs valibot and the compiled check, which must agree. Returns their verdict. */
function agreed(schema: Schema, value: unknown): boolean | string {
  const expected = outcome(() => v.safeParse(schema, value).success);
  expect(outcome(() => accepts(schema, value))).toBe(expected);
  return expected;
}

describe.each(operations)('$provider $name', ({ spec }) => {
  const { params, query, body, response, item } = spec as Partial<ListSpec & CallSpec>;
  const parts = Object.entries({ params, query, body, response, item });
  it.each(parts.filter((part): part is [string, Schema] => part[1] !== undefined))(
    '%s: the compiled check agrees with valibot',
    (_, schema) => {
      let fitting = 0;
      fc.assert(
        fc.property(valuesOf(schema), fc.array(change, { maxLength: 5 }), (value, edits) => {
          fitting += Number(agreed(schema, value) === true);
          for (const edit of edits) agreed(schema, changed(value, edit));
        }),
        { numRuns: 30 },
      );
      expect(fitting).toBeGreaterThan(0);
    },
  );
});
