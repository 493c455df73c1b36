import { providerNames } from './context.ts';

/** The page at `/`: what runs here and how to reach it; 404 elsewhere. */
export function startPage(path: string, url: string): Response {
  if (path !== '/')
    return new Response('Not found. The sandbox serves /stream, /music, /bank, /food and /quotes.', { status: 404 });
  const rows = providerNames.map((name) => `<li><code>${url}/${name}</code></li>`).join('');
  return new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>@x/sandbox</title><h1>@x/sandbox</h1>
<p>Five web APIs on this machine. Nothing leaves it.</p><ul>${rows}</ul>`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  );
}
