import type { BaseIssue } from 'valibot';
import type { Schema } from '../declare/endpoint.ts';
import { firstLines } from './explain.ts';
import { inWords, isMissing, kindInWords } from './in-words.ts';
import { issuesOf, type Node } from './node.ts';

type Issue = BaseIssue<unknown>;

/**
 * Explains in words what is wrong with the params of a call: which parameter, what it must be, and what was received; never a
 * string of it, since it may be a secret.
 *
 * @param showsNumber Whether the number at a place may be shown; names from the top, without the indexes of lists.
 */
export function explainParams(
  schema: Schema,
  params: unknown,
  showsNumber: (place: readonly string[]) => boolean,
): string {
  return firstLines(issuesOf(schema, params) ?? [], (issue) => {
    const keys = (issue.path ?? []).map(({ key }) => key);
    const place = keys.join('.');
    // A check of several parameters has a message of its own that names them.
    if (!place) return issue.message;
    if (isMissing(issue)) return `${place} is required${expectedAt(schema, keys)}`;
    if (issue.expected === 'never') return `${place} is not a field of this parameter`;
    const { requirement, input } = issue as { requirement?: unknown; input: unknown };
    if ((issue.type === 'non_empty' || requirement === 1) && Object(input).length === 0)
      return `${place} must not be empty`;
    const shown = showsNumber(keys.filter((key) => typeof key === 'string'));
    return `${place} ${ruleOf(issue)}; got ${received(input, shown)}`;
  });
}

/** What a required field must be, as the end of a sentence; nothing where the schema does not show it. */
function expectedAt(schema: Node, keys: readonly unknown[]): string {
  let node: Node | undefined = schema;
  for (const key of keys) {
    while (node?.wrapped) node = node.wrapped;
    node = node?.entries?.[String(key)] ?? node?.item;
  }
  return typeof node?.expects === 'string' ? `: ${inWords(node.expects)}` : '';
}

/** What a value must be, as the end of a sentence that begins with its name. */
function ruleOf({ type, kind, message, requirement, expected, input }: Issue & { readonly requirement?: unknown }) {
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

/** What was received: the kind of value, the size of a string or an array, and a number where it may be shown. */
function received(input: unknown, showsNumber: boolean): string {
  if (typeof input === 'number' && showsNumber) return String(input);
  if (typeof input === 'string') return `a string of ${characters(input.length)}`;
  if (Array.isArray(input)) return `an array of ${entries(input.length)}`;
  return kindInWords(input);
}

const characters = (count: number) => `${count} ${count === 1 ? 'character' : 'characters'}`;
const entries = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`;
