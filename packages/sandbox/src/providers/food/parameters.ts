import type { HonoRequest } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { badRequest } from './application-errors.ts';

/** Reads checked parameters by name; whatever is wrong with one throws a 400. An absent parameter is undefined. */
export interface Parameters {
  text(name: string): string | undefined;
  integer(name: string, min: number, max?: number): number | undefined;
  flag(name: string): boolean | undefined;
  /** A list of members of `allowed`, or of any texts. */
  texts(name: string, allowed?: readonly string[]): string[] | undefined;
  integers(name: string): number[] | undefined;
}

type Kind = keyof Parameters;

/** The parameters of a request: those of the query in a GET, those of the JSON body in a POST. */
export async function parametersOf(request: HonoRequest): Promise<Parameters> {
  if (request.method !== 'POST') return checked((name, kind) => fromQuery(request.queries(name), kind));
  const body = await jsonObject(request);
  return checked((name) => body[name] ?? undefined);
}

async function jsonObject(request: HonoRequest): Promise<Record<string, unknown>> {
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type && type !== 'application/json' && !/^application\/.+\+json$/.test(type)) {
    throw new HTTPException(415, { message: `Content type '${type}' not supported` });
  }
  const text = await request.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw badRequest();
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest();
  return { ...body };
}

/** Makes of the texts in a query what a JSON body would hold; what cannot be made stays text and fails the check. */
function fromQuery(values: string[] | undefined, kind: Kind): unknown {
  const [first] = values ?? [];
  if (values === undefined || first === undefined) return undefined;
  if (kind === 'text') return first;
  // Decoded before it is split: a comma sent as %2C separates values too.
  const parts = values.flatMap((value) => value.split(',')).filter((part) => part !== '');
  if (parts.length === 0) return undefined;
  if (kind === 'texts') return parts;
  if (kind === 'integers') return parts.map(toInteger);
  if (kind === 'integer') return toInteger(first);
  return first === 'true' || first === 'false' ? first === 'true' : first;
}

function toInteger(text: string): unknown {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

function checked(read: (name: string, kind: Kind) => unknown): Parameters {
  const value = <T>(name: string, kind: Kind, test: (raw: unknown) => raw is T): T | undefined => {
    const raw = read(name, kind);
    if (raw === undefined || test(raw)) return raw;
    throw badRequest();
  };
  return {
    text: (name) => value(name, 'text', isText),
    integer: (name, min, max = Number.MAX_SAFE_INTEGER) =>
      value(name, 'integer', (raw): raw is number => isInteger(raw) && raw >= min && raw <= max),
    flag: (name) => value(name, 'flag', (raw) => typeof raw === 'boolean'),
    texts: (name, allowed) =>
      value(
        name,
        'texts',
        (raw): raw is string[] =>
          Array.isArray(raw) && raw.every((each) => isText(each) && (!allowed || allowed.includes(each))),
      ),
    integers: (name) => value(name, 'integers', (raw): raw is number[] => Array.isArray(raw) && raw.every(isInteger)),
  };
}

function isText(raw: unknown): raw is string {
  return typeof raw === 'string';
}

function isInteger(raw: unknown): raw is number {
  return Number.isSafeInteger(raw);
}
