import { html } from 'hono/html';
import type { Inside } from '../inside.ts';
import { refuse, respond } from '../server/sandbox-response.ts';
import { problemOf, problemOfOptions } from '../shared/check-fields.ts';
import { createStartPage } from '../start-page/start-page.ts';
import { callOfForm, isForm } from './form.ts';
import { createGuard } from './guard.ts';
import { readInput } from './input.ts';
import { openApiOf } from './openapi.ts';
import type { Operation } from './operation.ts';
import { operationsOf } from './operations.ts';

/** Headers that let pages load only what the sandbox serves, and keep other sites from framing or reading them. */
const headers: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // Not `no-referrer`, which makes browsers send forms with the origin `null`.
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

const prefix = '/__sandbox';

/**
 * Matches a path with the template of an operation. Returns the values of the fields in braces; undefined without a
 * match.
 */
function match(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const [wanted, given] = [template.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith('{')) values[part.slice(1, -1)] = value;
    else if (part !== value) return undefined;
  }
  return values;
}

/** Runs an operation with the input of a request. */
async function run(
  operation: Operation,
  values: Readonly<Record<string, string>>,
  request: Request,
  inside: Inside,
): Promise<Response> {
  const input = await readInput(operation, values, request);
  if (input instanceof Response) return input;
  if (!operation.isDocument) {
    const problem = problemOfOptions(input, operation.input, { noun: 'field', place: operation.name });
    if (problem !== undefined) return refuse(400, 'invalid_request', problem);
  }
  try {
    const result = await operation.run(inside, input);
    return operation.result ? respond(200, result ?? null) : new Response(null, { status: 204 });
  } catch (error) {
    const { name, message } = error as Error;
    // Checked by name, because the bundle of each entry point has its own copy of the class.
    if (name === 'ExpectationError') return refuse(409, 'not_received', message);
    return refuse(400, 'invalid_request', `${operation.name}: ${problemOf(error as Error)}`);
  }
}

/** Refuses a method that no operation at this path has. */
function refuseMethod(path: string, methods: readonly string[]): Response {
  const allowed = methods.join(', ');
  const response = refuse(405, 'method_not_allowed', `${path} takes ${allowed}`);
  response.headers.set('allow', allowed);
  return response;
}

/**
 * Creates the handler of the control API and of the page that uses it. It serves everything that is not for a provider.
 */
export function createControl(inside: Inside) {
  const { sandbox, providers } = inside;
  const guard = createGuard(sandbox.controlApi.token, sandbox.url);
  const page = createStartPage(inside);
  const operations = operationsOf(providers);

  /** Makes the call of a form. Browsers without JavaScript then get the page again. */
  async function takeForm(request: Request): Promise<Response> {
    const call = await callOfForm(request);
    if (!call) return refuse(413, 'too_large', 'the form is too long');
    const response = await route(call);
    if (!request.headers.get('accept')?.includes('text/html')) return response;
    if (response.ok) return new Response(null, { status: 303, headers: { location: `${prefix}/` } });
    const { error } = await response.json();
    return page.show(request, error.message);
  }

  async function route(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/' || pathname === prefix) return redirect(request);
    if (!pathname.startsWith(`${prefix}/`)) {
      const served = providers.map(({ name }) => `/${name}`).join(', ');
      return refuse(404, 'not_found', `the sandbox serves ${served}, and ${prefix} for control`);
    }
    const path = pathname.slice(prefix.length);
    // For container health checks. It reveals nothing, and starts no provider.
    if (path === '/health' && request.method === 'GET') return respond(200, { status: 'ok' });
    const refusal = (path === '/' ? guard.admit(request) : undefined) ?? guard.check(request);
    if (refusal) return path === '/' && isBrowser(request) && refusal.status === 401 ? showWayIn(request) : refusal;
    if (path === '/openapi.json' && request.method === 'GET') return respond(200, openApiOf(operations, sandbox.url));
    const found = operations.flatMap((operation) => {
      const values = match(operation.path, path);
      return values ? [{ operation, values }] : [];
    });
    if (found.length > 0 && isForm(request) && guard.isPage(request)) return takeForm(request);
    const chosen = found.find(({ operation }) => operation.method === request.method);
    if (chosen) {
      const response = await run(chosen.operation, chosen.values, request, inside);
      if (response.ok) page.look();
      return response;
    }
    if (found.length > 0)
      return refuseMethod(
        path,
        found.map(({ operation }) => operation.method),
      );
    const none = `the control API has no ${request.method} ${path}. GET ${prefix}/openapi.json lists its operations`;
    return page.respond(path, request) ?? refuse(404, 'not_found', none);
  }

  return async (request: Request): Promise<Response> => {
    const response = await route(request);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  };
}

/** Returns whether a request comes from a person who opens a page in a browser. */
const isBrowser = ({ method, headers }: Request): boolean =>
  method === 'GET' && (headers.get('accept') ?? '').includes('text/html');

/** Returns the page for visitors without the token. */
function showWayIn(request: Request): Response {
  const problem = new URL(request.url).searchParams.has('token')
    ? 'This link is from another sandbox, or an earlier run. '
    : '';
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sandbox</title>
<h1>This sandbox is running</h1>
<p>${problem}Its page needs a token. Open the link with <code>?token=</code> that the sandbox printed in its terminal when it started.</p>
<p>In a program, the link is <code>sandbox.controlApi.page</code>. <code>npx @x/sandbox --json</code> prints it as <code>controlApi.page</code>.
To keep the same link, set the token with <code>--control-token</code> or <code>SANDBOX_TOKEN</code>.</p>
</html>`;
  const headers = { 'content-type': 'text/html; charset=utf-8', 'www-authenticate': 'Bearer realm="sandbox"' };
  return new Response(String(page), { status: 401, headers });
}

/** Redirects from where people look for the page to its address, with the token in the query if there is one. */
function redirect(request: Request): Response {
  if (request.method !== 'GET') return refuse(405, 'method_not_allowed', `the control API is below ${prefix}`);
  return new Response(null, { status: 302, headers: { location: `${prefix}/${new URL(request.url).search}` } });
}
