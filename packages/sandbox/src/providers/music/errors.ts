interface RefusalExtra {
  readonly reason?: string;
  /** Whether the response is the bare message instead of JSON. */
  readonly plain?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal in the resource API's form: `{"error":{"status","message"}}`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly extra: RefusalExtra;

  constructor(status: number, message: string, extra: RefusalExtra = {}) {
    super(message);
    this.status = status;
    this.extra = extra;
  }

  toResponse(): Response {
    const { status, message } = this;
    const { reason, plain, headers = {} } = this.extra;
    if (plain) return new Response(message, { status, headers: { 'content-type': 'text/plain', ...headers } });
    return json({ error: { status, message, ...(reason && { reason }) } }, { status, headers });
  }
}

export const invalid = (message: string) => new Refusal(400, message);
export const forbidden = (message = 'Forbidden') => new Refusal(403, message);
export const notFound = (message = 'Resource not found') => new Refusal(404, message);

/** Returns a JSON response, indented as the resource API writes it. */
export function json(body: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response {
  return new Response(JSON.stringify(body, null, 2), {
    status: init.status ?? 200,
    headers: { 'content-type': 'application/json; charset=utf-8', ...init.headers },
  });
}
