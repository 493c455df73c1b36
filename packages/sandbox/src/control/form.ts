import { readBody } from './input.ts';

/** Longest form of the page in bytes. */
const formLimit = 16 * 1024;

/** Whether a request is a form, which only the page sends: it works without JavaScript, too. */
export const isForm = ({ method, headers }: Request): boolean =>
  method === 'POST' && /^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '');

/** The call of the control API that a form of the page makes; undefined when the form is too long. */
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
 * Fields of a form as JSON has them. One that is empty, or the same as the field `was:<name>`, is not set; one with a
 * dot is a field of an object; and `fault` has more fields as JSON.
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

/** The object that a string holds as JSON; anything else is left for the checks of the operation to refuse. */
function parse(text: string): object {
  try {
    return JSON.parse(text);
  } catch {
    return { fault: text };
  }
}
