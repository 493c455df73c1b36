import type { HonoRequest } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { OpenApiTable, TableField } from '../../shared/openapi-table.ts';
import { corrections } from './corrections.ts';
import type { filterableTypes } from './data/food.ts';
import { badRequest } from './errors.ts';
import official from './openapi.json' with { type: 'json' };

/** Operations in the official file, by names such as `GET /v1/foods/search`, below `/fdc`. */
export const { operations } = official as OpenApiTable;

/** Requested foods, and the form of the response. */
export interface FoodRequest {
  readonly format?: 'abridged' | 'full';
  /** Nutrient numbers; empty or missing: all. */
  readonly nutrients?: readonly number[];
  readonly fdcIds?: readonly number[];
}

export interface ListRequest {
  readonly dataType?: readonly (typeof filterableTypes)[number][];
  readonly pageSize: number;
  readonly pageNumber: number;
  readonly sortBy?: 'dataType.keyword' | 'lowercaseDescription.keyword' | 'fdcId' | 'publishedDate';
  readonly sortOrder?: 'asc' | 'desc';
}

export interface SearchRequest extends ListRequest {
  readonly query?: string;
  readonly brandOwner?: string;
  readonly requireAllWords: boolean;
  readonly ingredients?: string;
  readonly tradeChannel?: readonly string[];
  readonly startDate?: string;
  readonly endDate?: string;
}

/**
 * Reads and checks the parameters of the operation `name`, which a GET has in its query and a POST in its JSON body.
 *
 * @throws a 400 if a parameter is invalid.
 */
export async function readRequest<Request>(request: HonoRequest, name: string): Promise<Request> {
  const { query, body } = operations[name] ?? {};
  const fields = { ...(body ?? query), ...corrections[name] };
  const sent = body ? await jsonObject(request) : undefined;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, rule]) => {
      const value = sent ? (sent[field] ?? undefined) : fromQuery(request.queries(field), rule);
      if (value === undefined) return [];
      if (!isValid(rule, value)) throw badRequest();
      return value === '' && field !== 'query' ? [] : [[field, value]];
    }),
  ) as Request;
}

/** Fills in the default page: the first 50 foods. */
export const windowed = <Request extends Partial<ListRequest>>(request: Request) => ({
  pageSize: 50,
  pageNumber: 1,
  ...request,
});

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

/**
 * Converts the texts in a query to what a JSON body would contain. Texts that cannot be converted stay text and fail
 * the check.
 */
function fromQuery(values: readonly string[] | undefined, { type, items }: TableField): unknown {
  const [first] = values ?? [];
  if (values === undefined || first === undefined) return undefined;
  if (!items && type === undefined) return first;
  // Decoded before it is split: a comma sent as %2C separates values too.
  const parts = values.flatMap((value) => value.split(',')).filter((part) => part !== '');
  if (parts.length === 0) return undefined;
  if (items) return parts.map((part) => fromText(part, items.type));
  return fromText(first, type);
}

function fromText(text: string, type: string | undefined): unknown {
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  return type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text;
}

function isValid({ type, items, enum: values, min, max, maxItems, format }: TableField, value: unknown): boolean {
  if (items)
    return (
      Array.isArray(value) &&
      value.length <= (maxItems ?? Number.POSITIVE_INFINITY) &&
      value.every((each) => isValid(items, each) && each !== '')
    );
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'integer') return isBetween(value, min, max);
  if (type === 'number') return Number.isFinite(value);
  if (typeof value !== 'string' || value === '') return value === '';
  return (!values || values.includes(value)) && (format !== 'date' || isDate(value));
}

const isBetween = (value: unknown, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) =>
  Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;

function isDate(value: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  // JavaScript reads February 31 as March 3, but it is not a valid date.
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
