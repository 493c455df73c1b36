import type { Document, Operation, Schema } from '../openapi.ts';
import type { Limited } from './fingerprint.ts';

/** A parameter or field as a page describes it. */
interface Row {
  /** Path, such as `data.id`. */
  readonly name: string;
  readonly schema: Limited;
  readonly required: boolean;
}

/** Returns the sections of a page, each with its heading as the first line. */
const sectionsOf = (page: string, level: number): string[] => page.split(new RegExp(`^(?=#{${level}} )`, 'm')).slice(1);

/**
 * Turns pages of Twitch's reference, which are Markdown with one section for each operation or event type, into a
 * document. Each event is a separate operation: `POST /eventsub/channel.raid/1`.
 *
 * @throws Error when a page describes no operation, because its format has changed.
 */
export function documentOfTwitch(pages: Readonly<Record<string, string>>): Document {
  const paths: Document['paths'] = {};
  for (const [name, page] of Object.entries(pages)) {
    const found = sectionsOf(page, 2).flatMap((section) => {
      const [, method = '', path] = /^`([A-Z]+) https:\/\/api\.twitch\.tv\/helix([^`?]*)`/m.exec(section) ?? [];
      if (path === undefined) return [];
      const type = /^- Type: `([^`]+)`/m.exec(section)?.[1];
      const version = /^- Version: `([^`]+)`/m.exec(section)?.[1];
      const key = type ? `/eventsub/${type}/${version}` : path; // all events are subscribed to at one path
      return [{ path: key, method: method.toLowerCase(), operation: operationOf(section) }];
    });
    if (found.length === 0) throw new Error(`${name} describes no operation; the format of the page has changed`);
    for (const { path, method, operation } of found) paths[path] = { ...paths[path], [method]: operation };
  }
  return { paths, components: { schemas: {} } };
}

function operationOf(section: string): Operation {
  const parts = sectionsOf(section, 3);
  const rows = (title: RegExp) => rowsOf(parts.find((part) => title.test(part)) ?? '');
  const contentOf = (own: readonly Row[]) =>
    own.length > 0 ? { content: { 'application/json': { schema: objectOf(own) } } } : {};
  return {
    parameters: rows(/^### .*Query Param/).map((row) => ({ ...row, in: 'query' })),
    requestBody: contentOf(rows(/^### .*(Request Body|Condition)/)),
    responses: { 200: contentOf(rows(/^### .*(Response Body|Payload|Event)/)) },
  };
}

/** Returns rows such as "- `id` — String, **Required**. The ID.", with their listed values below them. */
function rowsOf(part: string): Row[] {
  return part.split(/^(?= *- `[\w.[\]]+` — )/m).flatMap((text): Row[] => {
    const [, name, type, more = ''] = /^ *- `([\w.[\]]+)` — (\w+(?:\[\])?)([\s\S]*)$/.exec(text) ?? [];
    if (!name || !type) return [];
    const [, list = ''] = /Possible values:?\s*\n([\s\S]*)/.exec(more) ?? [];
    const values = [...list.matchAll(/^ *- `([^`]+)`/gm)].map(([, value = '']) => value);
    // Numbers in the description, in order. They change when limits change.
    const numbers = more.replace(list, '').match(/\d[\d,.]*/g);
    const schema: Limited = {
      ...typeOf(type),
      ...(values.length > 0 && { enum: values }),
      ...(numbers && { numbers }),
    };
    return [{ name, schema, required: /^[^.\n]*\*\*Required\*\*/.test(more) }];
  });
}

const typeOf = (type: string): Schema =>
  type.endsWith('[]')
    ? { type: 'array', items: { type: type.slice(0, -2).toLowerCase() } }
    : { type: type.toLowerCase() };

/** Nests rows by their dotted names. */
function objectOf(rows: readonly Row[]): Schema {
  const root: Schema = { type: 'object', properties: {} };
  for (const { name, schema, required } of rows) {
    const steps = name.replaceAll('[]', '').split('.');
    const last = steps.pop() ?? '';
    let owner = root;
    for (const step of steps) {
      const member = owner.properties?.[step];
      owner = member?.items ?? member ?? owner;
    }
    owner.properties = { ...owner.properties, [last]: schema };
    if (required) owner.required = [...(owner.required ?? []), last];
  }
  return root;
}
