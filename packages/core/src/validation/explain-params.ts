import { characters, entries } from '../shared/describe-value.ts';
import { firstLines } from './explain.ts';
import { expectedByMessage, explainInput, mustNotBeEmpty, type RuleIssue, type Subject } from './explain-input.ts';
import { inWords } from './in-words.ts';
import type { Node, Schema } from './node.ts';

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
  const isShown: Subject['isShown'] = ({ input }, keys) =>
    typeof input === 'number' && showsNumber(keys.filter((key) => typeof key === 'string'));
  const subject = { noun: 'parameter', place: '', others: 'refuse', isShown, ruleOf, expectedBy } as const;
  return firstLines(explainInput(schema, params, subject), (problem) => problem);
}

/**
 * Whether a message was written for the schema. Valibot's own messages begin with `Invalid`, unless the application
 * translates them.
 */
const isOwn = (message: unknown) => typeof message === 'string' && message.startsWith('must ');

function expectedBy(node: Node): string {
  const { wrapped, message, expects } = node;
  if (wrapped) return expectedBy(wrapped);
  if (isOwn(message)) return expectedByMessage(node);
  return typeof expects === 'string' ? inWords(expects) : '';
}

/** Returns the requirement for a value, as the end of a sentence that begins with its name. @internal */
export function ruleOf({ type, kind, message, requirement, expected, input }: RuleIssue) {
  if (isOwn(message)) return message;
  if ((type === 'non_empty' || requirement === 1) && Object(input).length === 0) return mustNotBeEmpty;
  const size = Array.isArray(input) ? entries : characters;
  switch (type) {
    case 'min_length':
      return `must have at least ${size(Number(requirement))}`;
    case 'max_length':
      return `must have at most ${size(Number(requirement))}`;
    case 'min_value':
      return `must be at least ${requirement}`;
    case 'max_value':
      return `must be at most ${requirement}`;
    case 'iso_date':
      return 'must be a date in the form 2026-01-31';
    case 'url':
      return 'must be an absolute URL';
    default:
      return kind === 'validation' ? message : `must be ${inWords(expected ?? type)}`;
  }
}
