import { readBody } from './input.ts';

/** Maximum size of a form of the page, in bytes. */
const formLimit = 16 * 1024;

/** Returns whether a request is a form. Only the page sends forms, so that it also works without JavaScript. */
export const isForm = ({ method, headers }: Request): boolean =>
  method === 'POST' && /^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '');

/** Converts a form of the page to a call of the control API; undefined if the form is too long. */
export async function callOfForm(request: Request): Promise<Request | undefined> {
  const text = await readBody(request, formLimit);
  if (text === undefined) return undefined;
  const { _method: method = 'POST', ...fields } = Object.fromEntries(new URLSearchParams(text));
  const headers = new Headers(request.headers);
  headers.set('content-type', 'application/json');
  headers.delete('content-length');
  const body = method === 'POST' ? { body: JSON.stringify(bodyOf(fields)) } : {};
  return new Request(request.url, { method, headers, ...body });
}

/**
 * Converts the fields of a form to JSON. Omits fields that are empty or equal to the field `was:<name>`. A name with a
 * dot means a field of an object, and `fault` contains more fields as JSON.
 */
function bodyOf(fields: Readonly<Record<string, string>>): object {
  const body: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(fields)) {
    const text = given.trim();
    if (text === '' || name.startsWith('was:') || text === fields[`was:${name}`]) continue;
    const value = name !== 'path' && /^-?\d+$/.test(text) ? Number(text) : text;
    const [outer = '', inner] = name.split('.');
    if (name === 'fault') Object.assign(body, parse(text));
    else body[outer] = inner === undefined ? value : { ...(body[outer] as object), [inner]: value };
  }
  return body;
}

/** Parses a JSON object. Leaves anything else for the operation's checks to refuse. */
function parse(text: string): object {
  try {
    return JSON.parse(text);
  } catch {
    return { fault: text };
  }
}
