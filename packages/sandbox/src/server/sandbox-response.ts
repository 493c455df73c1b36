const json = { 'content-type': 'application/json; charset=utf-8' };

/** Responds with `body` as JSON. */
export const respond = (status: number, body: unknown): Response =>
  new Response(`${JSON.stringify(body)}\n`, { status, headers: json });

/** Refuses a request with a code for programs, and a message that says what is wrong and what to do. */
export const refuse = (status: number, code: string, message: string): Response =>
  respond(status, { error: { code, message } });
