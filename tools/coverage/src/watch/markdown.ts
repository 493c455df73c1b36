import type { Document, Operation, Parameter, Schema } from '../openapi.ts';
import type { Limited } from './fingerprint.ts';

/** A parameter or field as a page describes it. */
interface Row {
  /** Its path: `data.id`. */
  readonly name: string;
  readonly schema: Limited;
  readonly isRequired: boolean;
}

type Paths = Document['paths'];

const documentOf = (paths: Paths): Document => ({ paths, components: { schemas: {} } });

/** The sections of a page, each with its heading as the first line. */
const sectionsOf = (page: string, level: number): string[] => page.split(new RegExp(`^(?=#{${level}} )`, 'm')).slice(1);

/** Numbers of a text in the order in which it names them; they change when limits do. */
const numbersIn = (text: string): string[] => text.match(/\d[\d,.]*/g) ?? [];

/**
 * Turns pages of Twitch's reference, which are Markdown with one section for each operation or event type, into a
 * document. An event is an operation of its own: `POST /eventsub/channel.raid/1`.
 *
 * @throws Error when a page has no operation: it has another form than it had.
 */
export function documentOfTwitch(pages: Readonly<Record<string, string>>): Document {
  const paths: Paths = {};
  for (const [name, page] of Object.entries(pages)) {
    const found = sectionsOf(page, 2).flatMap((section) => {
      const endpoint = /^`([A-Z]+) https:\/\/api\.twitch\.tv\/helix([^`?]*)`/m.exec(section);
      if (!endpoint) return [];
      const type = /^- Type: `([^`]+)`/m.exec(section)?.[1];
      const version = /^- Version: `([^`]+)`/m.exec(section)?.[1];
      const [, method = '', path = ''] = endpoint;
      const key = type ? `/eventsub/${type}/${version}` : path; // all events are subscribed to at one path
      return [{ path: key, method: method.toLowerCase() as 'get', operation: twitchOperation(section) }];
    });
    if (found.length === 0) throw new Error(`${name} describes no operation: the page has another form than it had`);
    for (const { path, method, operation } of found) paths[path] = { ...paths[path], [method]: operation };
  }
  return documentOf(paths);
}

function twitchOperation(section: string): Operation {
  const parts = sectionsOf(section, 3);
  const rows = (title: RegExp) => twitchRows(parts.find((part) => title.test(part)) ?? '');
  const query = rows(/^### .*Query Param/);
  const body = rows(/^### .*(Request Body|Condition)/);
  const response = rows(/^### .*(Response Body|Payload|Event)/);
  return {
    parameters: query.map(parameterOf),
    ...(body.length > 0 && { requestBody: jsonOf(body) }),
    responses: { 200: response.length > 0 ? jsonOf(response) : {} },
  };
}

/** Rows such as "- `id` — String, **Required**. The ID.", with their listed values below them. */
function twitchRows(part: string): Row[] {
  return part.split(/^(?= *- `[\w.[\]]+` — )/m).flatMap((text): Row[] => {
    const [, name, type, more = ''] = /^ *- `([\w.[\]]+)` — (\w+(?:\[\])?)([\s\S]*)$/.exec(text) ?? [];
    if (!name || !type) return [];
    const [, list = ''] = /Possible values:?\s*\n([\s\S]*)/.exec(more) ?? [];
    const values = [...list.matchAll(/^ *- `([^`]+)`/gm)].map(([, value = '']) => value);
    const numbers = numbersIn(more.replace(list, ''));
    const schema: Limited = {
      ...typeOf(type),
      ...(values.length > 0 && { enum: values }),
      ...(numbers.length > 0 && { numbers }),
    };
    return [{ name, schema, isRequired: /^[^.\n]*\*\*Required\*\*/.test(more) }];
  });
}

/** Turns the README of Quotable, with one section for each request, into a document. */
export function documentOfQuotable(readme: string): Document {
  const paths: Paths = {};
  for (const section of sectionsOf(readme, 3)) {
    const [, found = ''] = /```http\s*\n(?:GET )?https?:\/\/[^/\s]+(\/\S*)/.exec(section) ?? [];
    if (!found) continue;
    const rows = [...section.matchAll(/^\| *(\w+) *\| *`([^`]+)` *\|(.*)$/gm)];
    const query = rows.map(([, name = '', type = '', text = '']): Row => {
      const values = [...type.matchAll(/'([^']+)'/g)].map(([, value = '']) => value);
      const schema = {
        ...(values.length > 0 ? { type: 'string', enum: values } : typeOf(type)),
        numbers: numbersIn(text),
      };
      return { name, schema, isRequired: false };
    });
    const fields = [...(/```ts\s*\n([\s\S]*?)```/.exec(section)?.[1]?.matchAll(/(\w+)\??: *(\w+)/g) ?? [])];
    const response = fields.map(([, name = '', type = '']) => ({ name, schema: { type }, isRequired: true }));
    paths[found.replace(/:(\w+)/g, '{$1}')] = {
      get: { parameters: query.map(parameterOf), responses: { 200: jsonOf(response) } },
    };
  }
  if (Object.keys(paths).length === 0)
    throw new Error('the README describes no request: it has another form than it had');
  return documentOf(paths);
}

const parameterOf = ({ name, schema, isRequired }: Row): Parameter => ({
  name,
  in: 'query',
  required: isRequired,
  schema,
});

const typeOf = (type: string): Schema =>
  type.endsWith('[]')
    ? { type: 'array', items: { type: type.slice(0, -2).toLowerCase() } }
    : { type: type.toLowerCase() };

const jsonOf = (rows: readonly Row[]) => ({ content: { 'application/json': { schema: objectOf(rows) } } });

/** Nests rows by their dotted names. */
function objectOf(rows: readonly Row[]): Schema {
  const root: Schema = { type: 'object', properties: {} };
  for (const { name, schema, isRequired } of rows) {
    const steps = name.replaceAll('[]', '').split('.');
    const last = steps.pop() ?? '';
    let owner = root;
    for (const step of steps) {
      const member = owner.properties?.[step];
      owner = member?.items ?? member ?? owner;
    }
    owner.properties = { ...owner.properties, [last]: schema };
    if (isRequired) owner.required = [...(owner.required ?? []), last];
  }
  return root;
}
