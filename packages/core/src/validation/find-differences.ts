import type { BaseIssue } from 'valibot';
import { nearestName } from '../shared/suggest.ts';
import type { Difference } from './explain.ts';
import { placeOf } from './explain.ts';
import { innermost, isUnknown, placeAt } from './explain-input.ts';
import { ruleOf } from './explain-params.ts';
import { issuesOf, type Schema } from './node.ts';

/** A difference between the documentation and params that are sent regardless. @internal */
export interface ParamDifference extends Difference {
  /**
   * Identifies the difference by its place and, for an undocumented value, by the value. It may be secret, and is never
   * shown.
   */
  readonly key: string;
}

/** Describes a parameter that no schema declares. @internal */
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
 * @internal
 */
export const differencesOfParams = (
  schema: Schema,
  params: unknown,
  isSecret: (place: readonly string[]) => boolean,
): ParamDifference[] =>
  (issuesOf(schema, params) ?? []).flatMap(innermost).map((issue) => {
    const keys = (issue.path ?? []).map(({ key }) => key);
    const name = placeAt('', keys);
    if (!name) return { place: '', message: issue.message, key: issue.message }; // the message names the parameters itself
    const place = placeOf(keys);
    if (isUnknown(issue)) return { ...unknownParam(name), place };
    const secret = isSecret(keys.filter((key) => typeof key === 'string'));
    const values = valuesIn(issue);
    const message = values ? `${name} is not one of the documented values` : `${name} ${ruleOf(issue)}`;
    if (!values) return { place, message, key: `${place} is out of range` };
    const nearest = secret ? undefined : nearestName(String(issue.input), values);
    const hint = nearest === undefined ? '' : ` (did you mean ${JSON.stringify(nearest)}?)`;
    return { place, message: message + hint, key: secret ? place : `${place} ${String(issue.input).slice(0, 100)}` };
  });

/** Returns the documented values, if an issue concerns a list of values. */
function valuesIn({ kind, expected }: BaseIssue<unknown>): string[] | undefined {
  if (kind !== 'schema' || expected === null) return undefined;
  const parts = expected.split(' | ').map((part) => part.replace(/^\(+|\)+$/g, ''));
  const values = parts.filter((part) => /^(".*"|-?\d+(\.\d+)?)$/.test(part));
  return values.length > 0 ? values.map((value) => value.replace(/^"|"$/g, '')) : undefined;
}
