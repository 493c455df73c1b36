import { html, raw } from 'hono/html';
import { pageStyle } from '../page-style.ts';
import type { Message, Question, SignInUser } from './question.ts';

/**
 * Headers that keep a page from loading or running anything, from being framed, and from sending its address with the
 * parameters to anyone.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

type Html = ReturnType<typeof html>;

// Nobody can choose from a list of thousands. Further users can be named in the address.
const mostUsers = 100;

/**
 * Renders the page that asks to approve or deny. The form is sent to the page's own address, which contains the whole
 * request.
 */
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
    : html`<p>Only your identity.</p>`;
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

/** Renders the page that asks for a device's code. `wrong` is a code that was not valid. */
export function codePage(wrong: string | null): Html {
  return page(
    'Connect a device',
    html`${wrong !== null && html`<p id="wrong" role="alert">The code ${wrong} is unknown or has expired.</p>`}
<form>
<p><label for="code">Code shown on the device</label>
<input id="code" name="device-code" required autofocus autocomplete="off" autocapitalize="characters"${
      wrong === null ? '' : raw(' aria-invalid="true" aria-describedby="wrong"')
    }></p>
<p><button>Continue</button></p>
</form>`,
  );
}

/** Renders the page that shows the outcome. */
export function messagePage({ title, text }: Message): Html {
  return page(title, html`<p>${text}</p>`);
}

/** Renders a page with one heading and without scripts. */
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
