/** Address and token of a sandbox's control API. */
export interface ControlApi {
  readonly url: string;
  readonly token: string;
}

/** Calls a sandbox's control API, like programs in other languages do. Returns the response's JSON, if it has any. */
export async function control<Result = void>(
  { url, token }: ControlApi,
  method: string,
  path: string,
  body?: object,
): Promise<Result> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the sandbox responded ${response.status} to ${method} ${path}: ${text}`);
  return (text ? JSON.parse(text) : undefined) as Result;
}
