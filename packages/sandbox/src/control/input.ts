import { readBytes } from '../server/body.ts';
import { refuse } from '../server/sandbox-response.ts';
import { describe, isNumeric, isObject } from '../shared/check-fields.ts';
import type { Operation } from './operation.ts';

/** Maximum size of a body, in bytes. A saved state may be longer. */
const bodyLimit = 1024 * 1024;
const documentLimit = 64 * 1024 * 1024;

/**
 * Reads the fields of a request from its path, and from its query or JSON body. Returns a refusal if the body is not
 * valid.
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

/** Converts a value of a query or path to a number; returns the string if it is not a number. */
const numberIn = (text: string): unknown => (text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text));

/** Reads the body as a string; undefined if it is longer than `limit` bytes. Stops reading there. */
export async function readBody(request: Request, limit: number): Promise<string | undefined> {
  const bytes = await readBytes(request, limit);
  return bytes && new TextDecoder().decode(bytes);
}
