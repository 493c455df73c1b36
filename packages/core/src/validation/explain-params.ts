import { nearestName } from '../shared/suggest.ts';
import { type Difference, firstLines, placeOf } from './explain.ts';
import { explainInput, innermost, placeAt } from './explain-input.ts';
import { alternativesOf, ruleOf } from './in-words.ts';
import { type Issue, issuesOf, isUnknown, keysOf, type Schema } from './node.ts';

/** Returns the names that lead to a value, without list indexes. */
const namesIn = (keys: readonly unknown[]): string[] => keys.filter((key) => typeof key === 'string');

/**
 * Explains in words the problems with a call's params: the parameter, its requirement, and the received value. It never
 * shows a string, which may be a secret.
 *
 * @param showsNumber Whether the number at a place may be shown; names from the top, without list indexes.
 */
export function explainParams(
  schema: Schema,
  params: unknown,
  showsNumber: (place: readonly string[]) => boolean,
): string {
  const isShown = ({ input }: Issue, keys: readonly unknown[]) =>
    typeof input === 'number' && showsNumber(namesIn(keys));
  return firstLines(explainInput(schema, params, { noun: 'parameter', place: '', others: 'refuse', isShown }));
}

/** A difference between the documentation and params that are sent regardless. */
export interface ParamDifference extends Difference {
  /**
   * Identifies the difference by its place and, for an undocumented value, by the value. It may be secret, and is never
   * shown.
   */
  readonly key: string;
}

/** Describes a parameter that no schema declares. */
export const unknownParam = (name: string): ParamDifference => ({
  place: name,
  message: `${name} is not a documented parameter`,
  key: `${name} is unknown`,
});

/**
 * Finds the differences between a call's params and their schema, if their open form accepts them, without any of their
 * values.
 *
 * @param isSecret Whether the parameter at a place is secret; names from the top, without list indexes.
 */
export const differencesOfParams = (
  schema: Schema,
  params: unknown,
  isSecret: (place: readonly string[]) => boolean,
): ParamDifference[] =>
  (issuesOf(schema, params) ?? []).flatMap(innermost).map((issue) => {
    const keys = keysOf(issue);
    const name = placeAt('', keys);
    if (!name) return { place: '', message: issue.message, key: issue.message }; // the message names the parameters itself
    const place = placeOf(keys);
    if (isUnknown(issue)) return { ...unknownParam(name), place };
    const values = valuesIn(issue);
    if (!values) return { place, message: `${name} ${ruleOf(issue)}`, key: `${place} is out of range` };
    const message = `${name} is not one of the documented values`;
    if (isSecret(namesIn(keys))) return { place, message, key: place };
    const given = String(issue.input);
    const nearest = nearestName(given, values);
    const hint = nearest === undefined ? '' : ` (did you mean ${JSON.stringify(nearest)}?)`;
    return { place, message: message + hint, key: `${place} ${given.slice(0, 100)}` };
  });

/** Returns the documented values, if an issue concerns a list of values. */
function valuesIn({ kind, expected }: Issue): string[] | undefined {
  if (kind !== 'schema' || expected === null) return undefined;
  const values = alternativesOf(expected).filter((part) => /^(".*"|-?\d+(\.\d+)?)$/.test(part));
  return values.length > 0 ? values.map((value) => value.replace(/^"|"$/g, '')) : undefined;
}
