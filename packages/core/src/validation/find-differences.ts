import type { BaseIssue } from 'valibot';
import { nearestName } from '../shared/suggest.ts';
import type { Difference } from './explain.ts';
import { placeOf } from './explain.ts';
import { innermost, isUnknown, placeAt } from './explain-input.ts';
import { ruleOf } from './explain-params.ts';
import { issuesOf, type Schema } from './node.ts';

/** How params that are sent all the same differ from what is documented. @internal */
export interface ParamDifference extends Difference {
  /** Identifies the difference: its place, and of an undocumented value also the value. It may be secret, and is never shown. */
  readonly key: string;
}

/** A parameter that no schema declares. @internal */
export const unknownParam = (name: string): ParamDifference => ({
  place: name,
  message: `${name} is not a documented parameter`,
  key: `${name} is unknown`,
});

/**
 * How the params of a call differ from their schema, where their open form accepts them; never with a value of them.
 *
 * @param isSecret Whether the parameter at a place is secret; names from the top, without the indexes of lists.
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
    if (!name) return { place: '', message: issue.message, key: issue.message }; // it names the parameters itself
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

/** The documented values, as far as an issue is about a list of them. */
function valuesIn({ kind, expected }: BaseIssue<unknown>): string[] | undefined {
  if (kind !== 'schema' || expected === null) return undefined;
  const parts = expected.split(' | ').map((part) => part.replace(/^\(+|\)+$/g, ''));
  const values = parts.filter((part) => /^(".*"|-?\d+(\.\d+)?)$/.test(part));
  return values.length > 0 ? values.map((value) => value.replace(/^"|"$/g, '')) : undefined;
}
