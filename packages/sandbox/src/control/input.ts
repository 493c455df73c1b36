import { readBytes } from '../server/body.ts';
import { describe, isNumeric, isObject } from '../shared/check-fields.ts';
import type { Operation } from './operation.ts';
import { refuse } from './respond.ts';

/** Longest body in bytes; a saved state may be longer. */
const bodyLimit = 1024 * 1024;
const documentLimit = 64 * 1024 * 1024;

/**
 * The fields of a request: from its path, and from its query or its JSON body. Or the refusal of a body that has none.
 */
export async function readInput(
  { method, input, isDocument = false }: Operation,
  values: Readonly<Record<string, string>>,
  request: Request,
): Promise<Response | object> {
  const typed = (name: string, text: string) =>
    Object.hasOwn(input, name) && isNumeric(input[name]) ? numberIn(text) : text;
  const fromPath = Object.entries(values).map(([name, text]) => [name, typed(name, text)]);
  if (method === 'GET' || method === 'DELETE') {
    const query = [...new URL(request.url).searchParams].map(([name, text]) => [name, typed(name, text)]);
    return Object.fromEntries([...query, ...fromPath]);
  }
  const text = await readBody(request, isDocument ? documentLimit : bodyLimit);
  if (text === undefined)
    return refuse(
      413,
      'too_large',
      `the body must be at most ${(isDocument ? documentLimit : bodyLimit) / 1024 / 1024} MB`,
    );
  if (text === '' && !isDocument) return Object.fromEntries(fromPath);
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    return refuse(
      415,
      'unsupported_media_type',
      'the body must be JSON, with the header content-type: application/json',
    );
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return refuse(400, 'invalid_request', `the body is not valid JSON: ${(error as Error).message}`);
  }
  if (!isObject(body)) return refuse(400, 'invalid_request', `the body must be a JSON object; got ${describe(body)}`);
  return isDocument ? body : { ...body, ...Object.fromEntries(fromPath) };
}

/** The number that a value of a query or path stands for, which are texts; the text itself where it is none. */
const numberIn = (text: string): unknown => (text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text));

/** The body as a string; undefined when it is longer than `limit` bytes, of which no more are read. */
export async function readBody(request: Request, limit: number): Promise<string | undefined> {
  const bytes = await readBytes(request, limit);
  return bytes && new TextDecoder().decode(bytes);
}
