import { html } from 'hono/html';
import type { SandboxRequest } from '../server/requests.ts';
import { describeFault } from './fault-kinds.ts';

type Html = ReturnType<typeof html>;

/** Renders a row of the log. */
export function logRow(request: SandboxRequest): Html {
  const { id, at, provider, method, path, query, fault, unsentWebhooks, durationMs } = request;
  const time = new Date(at).toISOString().slice(11, 19);
  const took = durationMs === undefined ? '' : durationMs < 1 ? '<1 ms' : `${Math.round(durationMs)} ms`;
  return html`<li id="request-${id}" data-provider="${provider}"><details><summary>
<time>${time}</time> <span class="provider ${provider}">${provider}</span>
<span class="call"><b>${method}</b> ${cut(path, 200)}${query.size > 0 && html`<i>?${cut(query.toString(), 100)}</i>`}</span>
${fault && html`<span class="fault">fault</span> `}${unsentWebhooks && html`<span class="fault">webhook not sent</span> `}${outcome(request)} <span class="took">${took}</span>
</summary>
<dl>${facts(request)}</dl></details></li>
`;
}

function outcome({ status, durationMs }: SandboxRequest): Html {
  if (status !== undefined) return html`<span class="status s${Math.floor(status / 100)}">${status}</span>`;
  return durationMs === undefined
    ? html`<span class="status" title="no response yet">…</span>`
    : html`<span class="status s5">dropped</span>`;
}

/** Renders the details of a request, shown when its row is opened. */
function facts({ query, headers, body, fault, unsentWebhooks = [], status, response }: SandboxRequest): Html[] {
  const fact = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const headerFacts = (all: Headers) =>
    [...all].map(([name, value]) => fact(name, secret.has(name) ? shorten(value) : cut(value, 300)));
  return [
    ...(fault ? [fact('fault', describeFault(fault))] : []),
    ...unsentWebhooks.map(({ error }) => fact('webhook', error)),
    ...[...query].map(([name, value]) => fact(`?${cut(name, 100)}`, cut(value, 300))),
    ...headerFacts(headers),
    ...(body ? [fact('body', cut(body, 2000))] : []),
    ...(response
      ? [
          html`<div class="response"><dt>response</dt><dd>${status}</dd></div>`,
          ...(response.body ? [fact('body', cut(response.body, 2000))] : []),
          ...headerFacts(response.headers),
        ]
      : []),
  ];
}

const secret = new Set(['authorization', 'cookie', 'set-cookie', 'x-api-key']);

/** Shortens a secret to a recognizable part. */
export const shorten = (value: string): string =>
  value.length > 20 ? `${value.slice(0, 14)}…${value.slice(-4)}` : value;

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text);
