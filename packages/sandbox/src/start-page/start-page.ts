import type { Inside } from '../inside.ts';
import { readAsset } from '../shared/asset.ts';
import { pageStyle } from '../shared/page-style.ts';
import { createLive } from './live.ts';
import { parts, rows, startPage } from './views.ts';

/**
 * Creates the page at `/__sandbox/`, which shows what happens in the sandbox and controls it through the control API.
 */
export function createStartPage(inside: Inside) {
  const live = createLive(() => ({ ...parts(inside), ...rows(inside) }), inside.closing);

  function show(request: Request, problem?: string): Response {
    const { origin, searchParams } = new URL(request.url);
    const only = searchParams.get('provider');
    const known = inside.providers.find(({ name }) => name === only)?.name ?? null;
    const type = { 'content-type': 'text/html; charset=utf-8' };
    return new Response(String(startPage(inside, origin, known, problem)), {
      status: problem ? 400 : 200,
      headers: type,
    });
  }

  const files: Readonly<Record<string, (request: Request) => Response>> = {
    '/': (request) => show(request),
    '/events': () => live.open(),
    '/page.js': () => asset(script(), 'text/javascript'),
    '/page.css': () => asset(style(), 'text/css'),
  };

  return {
    /** Sends changes to open pages. */
    look: live.look,
    /** Renders the page, with an error message if there is a problem. */
    show,
    /** Responds to a request for the page or one of its parts; undefined for other paths and methods. */
    respond: (path: string, request: Request): Response | undefined =>
      request.method === 'GET' && Object.hasOwn(files, path) ? files[path]?.(request) : undefined,
  };
}

// Paths through the package's `src`, which are the same from this file in `src` and from its bundle in `dist`.
const script = () => readAsset(new URL('../../src/start-page/page.js', import.meta.url));
const style = () => pageStyle + readAsset(new URL('../../src/start-page/page.css', import.meta.url));

const asset = (body: string, type: string) =>
  new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } });
