import type { ListSpec } from '@x/core/provider';
import { allSchemas, fieldNamesOf, itemPathsOf, responseSchemaOf, type Spec } from '../schema-node.ts';

/** A body whose values are replaced, with how many of each kind were. */
export interface Scrubbed {
  readonly body: unknown;
  readonly replaced: { readonly strings: number; readonly numbers: number; readonly keys: number };
}

/**
 * Replaces every value of a body by a placeholder of the same type and shape, so that no name, address, number or
 * secret is left: letters become `x` or `X`, digits of strings `0`, digits of numbers `1`. What stays is what the
 * schemas are about: names of fields, the lengths of lists, null, booleans, zero, empty strings, and strings that
 * `spec` itself lists, such as `"album"`.
 */
export function scrub(spec: Spec, body: unknown): Scrubbed {
  const { constants, names } = wordsOf(spec);
  const replaced = { strings: 0, numbers: 0, keys: 0 };

  function scrubbed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(scrubbed);
    if (typeof value === 'object' && value !== null) return scrubbedObject(value);
    if (typeof value === 'string') return scrubbedString(value);
    if (typeof value !== 'number' || value === 0 || constants.has(value)) return value;
    replaced.numbers += 1;
    return shapeOfNumber(value);
  }

  function scrubbedString(value: string): string {
    if (value === '' || constants.has(value)) return value;
    replaced.strings += 1;
    return shapeOf(value);
  }

  function scrubbedObject(value: object): object {
    const fields = new Map<string, unknown>();
    for (const [name, member] of Object.entries(value)) {
      const isName = names.has(name) || fieldName.test(name);
      if (!isName) replaced.keys += 1;
      let key = isName ? name : shapeOf(name);
      // Keys of the same shape must stay different keys.
      for (let copy = 2; fields.has(key); copy += 1) key = `${isName ? name : shapeOf(name)}~${copy}`;
      fields.set(key, scrubbed(member));
    }
    return Object.fromEntries(fields);
  }

  return { body: scrubbed(body), replaced };
}

/** Names that a programmer chose for a field, unlike IDs and people's names that some objects have as keys. */
const fieldName = /^(?=.{1,40}$)_?[a-z]+(?:[_-][a-z]+|[A-Z][a-z]+)*\d{0,2}$/;

const shapeOf = (text: string): string =>
  text
    .replace(/\p{Lu}/gu, 'X')
    .replace(/[^\p{ASCII}]|[a-z]/gu, 'x')
    .replace(/\d/g, '0');

function shapeOfNumber(value: number): number {
  const shape = Number(String(value).replace(/\d/g, '1'));
  if (Number.isInteger(value)) return Number.isSafeInteger(shape) ? shape : Math.sign(value);
  return Number.isFinite(shape) && !Number.isInteger(shape) ? shape : Math.sign(value) * 1.5;
}

/** Returns the names in a declaration: the values it lists, and its fields. */
function wordsOf(spec: Spec): { constants: ReadonlySet<unknown>; names: ReadonlySet<string> } {
  const constants = new Set<unknown>();
  for (const { type, literal, options = [], known = [] } of allSchemas(responseSchemaOf(spec))) {
    if (type === 'literal') constants.add(literal);
    if (type === 'picklist') for (const option of options) constants.add(option);
    for (const option of known) constants.add(option);
  }
  return { constants, names: new Set([...placesOf(spec), ...fieldNamesOf(spec)]) };
}

/** Names of the fields that lead to the items of a list. */
function placesOf(spec: Spec): string[] {
  if ('response' in spec) return [];
  const { unwrapItems = '' } = spec as ListSpec;
  return [...itemPathsOf(spec), unwrapItems].flatMap((place) => place.split('.'));
}
