import { html, raw } from 'hono/html';
import { pageStyle } from '../page-style.ts';
import type { Message, Question, SignInUser } from './question.ts';

/** Nothing is loaded, nothing runs, nobody frames it, and the address with its parameters is sent to nobody. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

type Html = ReturnType<typeof html>;

// Nobody can choose from a list of thousands; others are named in the address.
const mostUsers = 100;

/** Asks to approve or deny. The form goes to the page's own address, which holds all that was asked. */
export function consentPage(
  { appName, scopes, note }: Question,
  users: readonly SignInUser[],
  chosen: SignInUser | undefined,
  formToken: string,
): Html {
  const first = users.slice(0, mostUsers);
  const listed = chosen && !first.includes(chosen) ? [chosen, ...first] : first;
  const asked = scopes.length
    ? html`<ul aria-labelledby="asked">${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}</ul>`
    : html`<p>Nothing but who you are.</p>`;
  return page(
    `Allow ${appName}?`,
    html`${note && html`<p>${note}</p>`}
<h2 id="asked">${appName} asks for</h2>
${asked}
<form method="post">
<input type="hidden" name="token" value="${formToken}">
<p><label for="user">You are</label>
<select id="user" name="user">${listed.map(
      ({ id, name }) => html`<option value="${id}"${id === chosen?.id ? raw(' selected') : ''}>${name}</option>`,
    )}</select></p>
<p><button name="decision" value="approve">Approve</button> <button name="decision" value="deny">Deny</button></p>
</form>`,
  );
}

/** Asks for a device's code; `wrong` is one that was not right. */
export function codePage(wrong: string | null): Html {
  return page(
    'Connect a device',
    html`${wrong !== null && html`<p id="wrong" role="alert">The code ${wrong} is not known, or its time is over.</p>`}
<form>
<p><label for="code">Code shown on the device</label>
<input id="code" name="device-code" required autofocus autocomplete="off" autocapitalize="characters"${
      wrong === null ? '' : raw(' aria-invalid="true" aria-describedby="wrong"')
    }></p>
<p><button>Go on</button></p>
</form>`,
  );
}

/** Shows how it ended. */
export function messagePage({ title, text }: Message): Html {
  return page(title, html`<p>${text}</p>`);
}

/** A page with one heading, and without scripts. */
export function page(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${raw(pageStyle)}:root{--width:32rem}body{padding-top:3rem}</style></head>
<body><main><section><h1>${title}</h1>
${content}
</section></main></body>
</html>`;
}
