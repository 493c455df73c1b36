import type { EventSubDefinition } from '@x/stream';
import { table } from './comments.ts';
import type { Sources } from './program.ts';
import { typeWriter } from './types.ts';

/** Event types, each with its versions, as declared by `eventSubTypes` of @x/stream. */
type EventTypes = Readonly<Record<string, Readonly<Record<string, EventSubDefinition>>>>;

const code = (names: readonly string[], word: string) => names.map((name) => `\`${name}\``).join(word);

/** Lists the members of a condition: all required members, one from each set of alternatives, and optional members. */
function conditionOf({ required = [], optional = [], oneOf = [] }: EventSubDefinition): string {
  const parts = [
    ...(required.length > 0 ? [code(required, ', ')] : []),
    ...(oneOf.length > 0 ? [`either ${code(oneOf, ' or ')}`] : []),
    ...(optional.length > 0 ? [`optional: ${code(optional, ', ')}`] : []),
  ];
  return parts.join('; ');
}

/** Lists the scopes that users must have granted, one of each group. */
function scopesOf({ scopes = [], botScopes = [] }: EventSubDefinition): string {
  const parts = scopes.map((group) => code(group, ' or '));
  const own = parts.length > 1 ? parts.map((part, index) => `${index + 1}. ${part}`).join('; ') : parts.join('');
  const bot = botScopes.length > 0 ? `app tokens also need ${code(botScopes, ', ')}` : '';
  return [own, bot].filter(Boolean).join('; ') || 'none';
}

/** Reads the names of the fields of every event from the interface that declares them. */
export function openEventFields({ checker, exportsOf }: Sources): (type: string, version: string) => readonly string[] {
  const declared = exportsOf('packages/stream/src/webhooks.ts').get('EventSubEvents');
  if (!declared) throw new Error('packages/stream/src/webhooks.ts must export EventSubEvents');
  const events = checker.getDeclaredTypeOfSymbol(declared);
  const writer = typeWriter(checker, { ofSymbol: () => undefined, ofName: () => undefined });
  return (type, version) => {
    const versions = events.getProperty(type);
    const event = versions && checker.getTypeOfSymbol(versions).getProperty(version);
    if (!event) throw new Error(`EventSubEvents must declare version ${version} of ${type}`);
    const fields = writer.fieldsInside(checker.getTypeOfSymbol(event));
    return fields.map(({ path }) => path).filter((path) => /^\w+$/.test(path));
  };
}

/**
 * Shortens a list of field names: combines the ID, login and display name of an account into `user_{id,login,name}`.
 */
const shorten = (names: readonly string[]): string[] => {
  const isAccount = (start: string) => ['id', 'login', 'name'].every((part) => names.includes(start + part));
  const shortened = names.map((name) => {
    const start = name.replace(/(id|login|name)$/, '');
    return start.endsWith('_') && isAccount(start) ? `${start}{id,login,name}` : name;
  });
  return [...new Set(shortened)];
};

/** Renders the page that lists the event types, with what a subscription to each needs and the fields of its events. */
export function renderEventTypes(types: EventTypes, fieldsOf: (type: string, version: string) => readonly string[]) {
  const rows = Object.entries(types).flatMap(([type, versions]) =>
    Object.entries(versions).map(([version, definition]) => [
      `\`${type}\``,
      version,
      conditionOf(definition),
      scopesOf(definition),
      code(shorten(fieldsOf(type, version)), ', '),
    ]),
  );
  return [
    '# Stream: event types',
    `The ${Object.keys(types).length} event types that EventSub sends, for a listener's [\`setSubscriptions\`](../guides/events.md) and for \`stream.eventSub.subscriptions.create\`. Generated from the source by \`npx pnpm@12 api\`.`,
    'If a row lists scopes with "or", you need one of them. If it lists numbered groups, you need one scope from each group. The user in the condition must have granted them. To see the description of an event field, hover over it in your editor.',
    table(['Event type', 'Version', 'Condition', 'Scopes', 'Event fields'], rows),
    '',
  ].join('\n\n');
}
