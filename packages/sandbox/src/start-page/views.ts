import { html, raw } from 'hono/html';
import { type Inside, type ProviderToken, tokensOf } from '../inside.ts';
import { isLoopback } from '../server/webhook-sender.ts';
import { describeFault, describeTarget, faultKinds, faultTimes } from './fault-kinds.ts';
import type { Fragments } from './live.ts';
import { logRow, shorten } from './log-view.ts';
import { createSnippets } from './snippets.ts';

type Html = ReturnType<typeof html>;

/** Maximum numbers of requests and tokens on the page. */
const rowLimit = 100;
const tokenLimit = 30;

/** Returns the contents of the elements that change, by ID, except the log. */
export function parts(inside: Inside): Fragments {
  const now = inside.sandbox.clock.now();
  return {
    time: new Date(now).toISOString().slice(0, 19).replace('T', ' '),
    tokens: String(tokenRows(tokensOf(inside), now)),
    'fault-list': String(faultRows(inside)),
    'size-list': String(sizeFields(inside)),
    paths: String(pathOptions(inside)),
  };
}

/** Returns the rows of the log by ID, oldest first. */
export const rows = ({ sandbox }: Inside): Fragments =>
  Object.fromEntries(
    sandbox.requests.slice(-rowLimit).map((request) => [`request-${request.id}`, String(logRow(request))]),
  );

/** Renders the page at `origin`. `only` limits the requests to one provider; `problem` is an error message to show. */
export function startPage(inside: Inside, origin: string, only: string | null, problem?: string): Html {
  const { sandbox } = inside;
  const names = inside.providers.map(({ name }) => name);
  const part = parts(inside);
  const of = (id: string) => raw(part[id] ?? '');
  const requests = sandbox.requests.filter(({ provider }) => !only || provider === only).slice(-rowLimit);
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>@x/sandbox</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Cpath fill='%23d97706' d='M0 8 4 0l4 8z'/%3E%3C/svg%3E">
<link rel="stylesheet" href="/__sandbox/page.css"><script type="module" src="/__sandbox/page.js"></script></head>
<body>
<header><h1>@x/sandbox</h1>
<p><code>${origin}</code> <span class="quiet">seed ${inside.current().seed}</span> <span id="live" class="quiet" role="status"></span></p>
${isLoopback(sandbox.url) ? '' : html`<p class="odd">Other machines may reach this page.</p>`}
<noscript><p class="quiet">Reload the page to see what is new.</p></noscript>
<p id="said" role="${problem ? 'alert' : 'status'}">${problem}</p></header>
<main>
<section id="requests" aria-labelledby="requests-title"><h2 id="requests-title">Requests</h2>
<div class="bar"><nav aria-label="Requests of">${[null, ...names].map(
    (name) =>
      html`<a href="/__sandbox/${name && `?provider=${name}`}#requests" data-only="${name ?? ''}"${raw(only === name ? ' aria-current="true"' : '')}>${name ?? 'all'}</a>`,
  )}</nav><button id="clear" type="button" hidden>Clear</button></div>
<ol id="log" data-only="${only ?? ''}" data-limit="${rowLimit}" tabindex="0" aria-labelledby="requests-title">${requests.reverse().map(logRow)}</ol>
<p class="empty quiet">No request yet. <a href="#snippets">Run one of the programs below.</a></p></section>
${sidebar(names, of)}
<section id="given" aria-labelledby="given-title"><h2 id="given-title">Tokens</h2>
<form method="post" action="/__sandbox/clock" data-done="The token has expired."><div class="scroll" tabindex="0" role="region" aria-labelledby="given-title"><table>
<thead><tr><th scope="col">Provider<th scope="col">Kind<th scope="col">User<th scope="col">Scopes<th scope="col">Token<th scope="col">Expires in</tr></thead>
<tbody id="tokens">${of('tokens')}</tbody></table></div></form></section>
<section id="snippets" aria-labelledby="snippets-title"><h2 id="snippets-title">First calls</h2>
<div class="snippets">${createSnippets(inside, origin).map(
    (
      { provider, code },
      index,
    ) => html`<details name="snippet"${raw(index === 0 ? ' open' : '')}><summary><span class="provider ${provider}">${provider}</span></summary>
<p class="bar"><code>npm install @x/${provider}</code> <button type="button" data-copy="snippet-${provider}" hidden>Copy</button></p>
<pre tabindex="0" aria-label="Program with ${provider}"><code id="snippet-${provider}">${code}</code></pre></details>
`,
  )}</div></section>
</main></body></html>`;
}

/** Renders the forms that control the sandbox. */
const sidebar = (names: readonly string[], of: (id: string) => Html) => html`<div class="side">
<section id="clock" aria-labelledby="clock-title"><h2 id="clock-title">Time</h2>
<p class="time"><time id="time">${of('time')}</time> UTC</p>
<form method="post" action="/__sandbox/clock/advance" data-done="The time has moved."><p class="buttons">${Object.entries(
  steps,
).map(
  ([name, ms]) => html`<button name="ms" value="${ms}" aria-label="+1 ${name}: advance the time">+1 ${name}</button>`,
)}</p></form></section>
<section id="faults" aria-labelledby="faults-title"><h2 id="faults-title">Faults</h2>
<form method="post" action="/__sandbox/faults" data-done="The fault is set."><div class="fields">
<label class="wide">What<select name="fault">${faultKinds.map(({ fault, meaning }) => html`<option value="${JSON.stringify(fault)}">${describeFault(fault)} – ${meaning}</option>`)}</select></label>
<label>Requests<select name="times">${faultTimes.map((times) => html`<option value="${times}">${times === 'always' ? 'all' : times === 1 ? 'the next' : `the next ${times}`}</option>`)}</select></label>
<label>Provider<select name="provider"><option value="">all</option>${names.map((name) => html`<option>${name}</option>`)}</select></label>
<label class="wide">Path<input name="path" list="paths" placeholder="any" pattern="/[^?#]*" maxlength="500" title="A path below the provider's prefix, such as /v1/search" autocomplete="off" spellcheck="false"></label>
</div><datalist id="paths">${of('paths')}</datalist>
<p class="buttons"><button>Add the fault</button></p></form>
<div id="fault-list">${of('fault-list')}</div></section>
<section id="data" aria-labelledby="data-title"><h2 id="data-title">Data</h2>
<details><summary>Sizes</summary><form method="post" action="/__sandbox/reset" data-done="The providers were restarted."><div id="size-list">${of('size-list')}</div>
<p class="buttons"><button>Restart with these sizes</button></p></form></details>
<p class="quiet">The same seed creates the same data. Tokens and what users changed are forgotten, credentials stay.</p></section>
</div>`;

/** Steps by which the page advances the time, in milliseconds. */
export const steps: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

function tokenRows(tokens: readonly ProviderToken[], now: number): Html {
  if (tokens.length === 0) return html`<tr><td colspan="6" class="quiet">None yet.</td></tr>`;
  return html`${tokens
    .slice(-tokenLimit)
    .reverse()
    .map(({ provider, kind, user, scopes = [], value, expiresAt, problem }) => {
      const short = shorten(value);
      const left = expiresAt === undefined ? undefined : expiresAt - now;
      return html`<tr><td><span class="provider ${provider}">${provider}</span><td>${kind}<td>${user}<td class="scopes">${scopes.join(' ')}<td><code>${short}</code>
<td>${left === undefined ? problem : left <= 0 ? 'expired' : html`${span(left)} <button id="expire-${value}" name="now" value="${expiresAt}" aria-label="Expire token ${short}: advance the time to its end">Expire</button>`}</tr>
`;
    })}`;
}

/** Formats a duration in its largest unit. */
function span(ms: number): string {
  const units = { d: 86_400_000, h: 3_600_000, min: 60_000 };
  const [unit, size] = Object.entries(units).find(([, each]) => ms >= each) ?? ['s', 1000];
  return `${Math.max(1, Math.floor(ms / size))} ${unit}`;
}

function faultRows({ sandbox }: Inside): Html {
  const entries = sandbox.faults.list();
  if (entries.length === 0) return html`<p class="quiet">None: everything works.</p>`;
  return html`<form method="post" action="/__sandbox/faults" data-done="Removed."><input type="hidden" name="_method" value="DELETE"><ul class="rows">${entries.map(
    ({
      id,
      fault,
      left,
      skip,
    }) => html`<li><span><b>${describeFault(fault)}</b> <span class="quiet">${describeTarget(fault)},
${left === Number.POSITIVE_INFINITY ? 'always' : `${left} to go`}${skip > 0 && `, after ${skip} more`}</span></span>
<button id="remove-${id}" formaction="/__sandbox/faults/${id}" aria-label="Remove the fault ${describeFault(fault)}">Remove</button></li>
`,
  )}</ul><p class="buttons"><button id="remove-all">Remove all</button></p></form>`;
}

function sizeFields({ providers, current }: Inside): Html {
  return html`${providers.map(({ name: provider, sizes: ranges }) => {
    const sizes = current().plan(provider).sizes();
    return html`<fieldset><legend><span class="provider ${provider}">${provider}</span></legend>${Object.entries(
      ranges,
    ).map(
      ([
        name,
        [least, most],
      ]) => html`<label>${name}<input type="hidden" name="was:${provider}.${name}" value="${sizes[name]}"><input type="number" name="${provider}.${name}" value="${sizes[name]}" min="${least}" max="${most}" required></label>
`,
    )}</fieldset>`;
  })}`;
}

function pathOptions({ sandbox }: Inside): Html {
  const paths = new Set(sandbox.requests.slice(-rowLimit).map(({ path }) => path));
  return html`${[...paths].slice(-20).map((path) => html`<option value="${path}">`)}`;
}
