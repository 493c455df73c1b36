import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Clock } from '../../shared/clock.ts';

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
};

/** Returns the error for a parameter or body that the application refuses. */
export function badRequest(): HTTPException {
  return new HTTPException(400, { message: 'Invalid request parameter or body' });
}

/** Returns the application's own error response. It shows the path behind the gateway, not the requested one. */
export function springError(context: Context, clock: Clock, status: ContentfulStatusCode, message: string): Response {
  return context.json(
    {
      timestamp: new Date(clock.now()).toISOString().replace('Z', '+00:00'),
      status,
      error: reasons[status] ?? '',
      message,
      path: context.req.path.replace(/^\/fdc/, '/portal-data/external'),
    },
    status,
  );
}

/** Statuses and texts of the gateway's refusals. */
const refusals = {
  HTTPS_REQUIRED: [400, 'Requests must be made over HTTPS. Try accessing the API at: https://api.nal.usda.gov:443'],
  API_KEY_MISSING: [403, 'No api_key was supplied. Get one at https://api.nal.usda.gov:443'],
  API_KEY_INVALID: [403, 'An invalid api_key was supplied. Get one at https://api.nal.usda.gov:443'],
  API_KEY_DISABLED: [
    403,
    'The api_key supplied has been disabled. Contact us at https://api.nal.usda.gov:443/contact/ for assistance',
  ],
  API_KEY_UNVERIFIED: [403, 'The api_key supplied has not been verified yet. Please check your e-mail.'],
  API_KEY_UNAUTHORIZED: [403, 'The api_key supplied is not authorized to access the given service.'],
  OVER_RATE_LIMIT: [
    429,
    'You have exceeded your rate limit. Try again later or contact us at https://api.nal.usda.gov:443/contact/ for assistance',
  ],
  NOT_FOUND: [404, 'The requested URL was not found on this server.'],
} as const;

/** Error code of a gateway refusal. */
type Refusal = keyof typeof refusals;

type Format = 'json' | 'xml' | 'csv' | 'html';

const types: Readonly<Record<Format, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  csv: 'text/csv',
  html: 'text/html',
};

/** Returns the gateway's response to a request that it refuses, in the format that the request asks for. */
export function gatewayError(request: Request, code: Refusal, headers: Record<string, string> = {}): Response {
  const [status, message] = refusals[code];
  const format = formatOf(request);
  const bodies: Readonly<Record<Format, () => string>> = {
    json: () => `${JSON.stringify({ error: { code, message } }, null, 2)}\n`,
    xml: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<response>\n  <error>\n    <code>${code}</code>\n    <message>${message}</message>\n  </error>\n</response>\n`,
    csv: () => `Error Code,Error Message\n${code},"${message}"\n`,
    html: () => `<html>\n  <body>\n    <h1>${code}</h1>\n    <p>${message}</p>\n  </body>\n</html>\n`,
  };
  return new Response(bodies[format](), {
    status,
    headers: { 'content-type': types[format], 'access-control-allow-origin': '*', ...headers },
  });
}

/** Reads the format from the path's extension, else from the query, else from `Accept`. Default: JSON. */
function formatOf(request: Request): Format {
  const { pathname, searchParams } = new URL(request.url);
  const extension = /\.([a-z]+)$/.exec(pathname)?.[1];
  return asFormat(extension) ?? asFormat(searchParams.get('format')) ?? acceptedFormat(request.headers.get('accept'));
}

function asFormat(name: string | null | undefined): Format | undefined {
  return name && Object.hasOwn(types, name) ? (name as Format) : undefined;
}

function acceptedFormat(accept: string | null): Format {
  const wishes = (accept ?? '').split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const quality = parameters.find((piece) => piece.startsWith('q='))?.slice(2);
    return { type: type === 'text/xml' ? types.xml : type, quality: quality === undefined ? 1 : Number(quality) };
  });
  const best = wishes.filter(({ quality }) => quality > 0).sort((one, other) => other.quality - one.quality);
  for (const { type } of best) {
    const format = (Object.keys(types) as Format[]).find((each) => types[each] === type);
    if (format) return format;
    if (type === '*/*') return 'json';
  }
  return 'json';
}
