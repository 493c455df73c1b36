import { table } from './comments.ts';
import type { Member, Signature } from './members.ts';

/** The section for members that belong to no resource, such as `with`. */
export const ownSection = 'The client itself';

/** `a.b` of `a.b.c`. */
const parentOf = (name: string) => name.split('.').slice(0, -1).join('.');

/**
 * Groups members by the heading that lists them: their resource, that of the endpoint they belong to, or the name of what they are
 * members of.
 *
 * @param endpoints The names of all endpoints.
 */
export function bySection(members: readonly Member[], endpoints: ReadonlySet<string>): Map<string, Member[]> {
  return Map.groupBy(members, ({ name }) => {
    const parent = parentOf(name);
    if (endpoints.has(parent)) return parentOf(parent);
    return parent === '' ? ownSection : parent;
  });
}

/** The part of `api.md` about a member: each signature with its sentence and a table of parameters. */
export function renderMember({ name, signatures }: Member): string {
  return [`### \`${name}\``, ...signatures.map((signature) => renderSignature(name, signature))].join('\n\n');
}

function renderSignature(name: string, { text, sentence, parameters, callOptions }: Signature): string {
  const rows = parameters.map(({ path, type, isRequired, description }) => [
    `\`${path}\``,
    `\`${type}\``,
    isRequired ? 'yes' : 'no',
    description,
  ]);
  const names = callOptions.map((each) => `\`${each}\``).join(' and ');
  return [
    sentence,
    `\`\`\`ts\n${name}${text}\n\`\`\``,
    ...(rows.length > 0 ? [table(['Parameter', 'Type', 'Required', 'Description'], rows)] : []),
    ...(names ? [`${names} ${rows.length > 0 ? 'also takes' : 'takes'} the options of every call.`] : []),
  ].join('\n\n');
}
