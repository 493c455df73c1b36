import { html, raw } from 'hono/html';
import { pageStyle } from '../page-style.ts';
import type { ProviderName } from '../provider-name.ts';
import type { Message, Question, SignInHost, SignInUser } from './question.ts';

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
  { provider, describeScope }: SignInHost,
  { appName, scopes, note }: Question,
  users: readonly SignInUser[],
  chosen: SignInUser | undefined,
  formToken: string,
): Html {
  const first = users.slice(0, mostUsers);
  const listed = chosen && !first.includes(chosen) ? [chosen, ...first] : first;
  const asked = scopes.map((scope) => html`<li>${describeScope(scope)} <code>${scope}</code></li>`);
  return page(
    provider,
    `${appName} wants to use your account`,
    html`${note && html`<p>${note}</p>`}
<form method="post">
<input type="hidden" name="token" value="${formToken}">
<p><label for="user">Sign in as</label>
<select id="user" name="user">${listed.map(
      ({ id, name }) => html`<option value="${id}"${id === chosen?.id ? raw(' selected') : ''}>${name}</option>`,
    )}</select></p>
<h2 id="asked">If you approve, ${appName} can</h2>
<ul aria-labelledby="asked">${asked.length ? asked : html`<li>see who you are, and nothing else</li>`}</ul>
<p class="decision"><button name="decision" value="approve">Approve</button> <button name="decision" value="deny">Cancel</button></p>
</form>`,
  );
}

/** Renders the page that asks for a device's code. `wrong` is a code that was not valid. */
export function codePage({ provider }: SignInHost, wrong: string | null): Html {
  return page(
    provider,
    'Connect a device',
    html`${wrong !== null && html`<p id="wrong" role="alert">The code ${wrong} is unknown or has expired.</p>`}
<form>
<p><label for="code">Code shown on the device</label>
<input id="code" name="device-code" required autofocus autocomplete="off" autocapitalize="characters"${
      wrong === null ? '' : raw(' aria-invalid="true" aria-describedby="wrong"')
    }></p>
<p class="decision"><button>Continue</button></p>
</form>`,
  );
}

/** Renders the page that shows the outcome. */
export function messagePage(provider: ProviderName, { title, text }: Message): Html {
  return page(provider, title, html`<p>${text}</p>`);
}

const style = `:root {
  --width: 30rem;
}

body {
  padding-top: 3rem;
}

section {
  padding: 1.5rem;
  border-top: 0.375rem solid var(--accent);
}

p {
  margin: 0.75rem 0;
}

.brand {
  margin: 0 0 0.25rem;
  color: var(--accent);
  font-weight: 600;
}

h2 {
  margin-top: 1.25rem;
}

ul {
  padding: 0;
  list-style: none;
}

li {
  padding: 0.5rem 0;
  border-top: 1px solid var(--line);
}

li code {
  display: block;
}

.quiet,
label,
code {
  color: var(--quiet);
  font-size: 0.8125rem;
}

label,
select,
input:not([type="radio"], [type="checkbox"]) {
  display: block;
  width: 100%;
}

fieldset {
  display: grid;
  gap: 0.5rem;
  margin: 0;
  border: 1px solid var(--line);
  border-radius: 0.375rem;
}

input:is([type="radio"], [type="checkbox"]) {
  min-height: 0;
}

.decision {
  display: flex;
  gap: 0.5rem;
  margin: 1.25rem 0 0;
}

.decision button {
  flex: 1;
  min-height: 2.75rem;
}

.decision button:first-child {
  border-color: var(--accent);
  background: var(--accent);
  color: var(--card);
  font-weight: 600;
}`;

/** Renders a page with one heading and without scripts, in the provider's color. */
export function page(provider: ProviderName, title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${raw(pageStyle)}${raw(style)}body{--accent:var(--${provider})}</style></head>
<body><main><section><p class="brand">${provider}</p>
<h1>${title}</h1>
${content}
</section>
<p class="quiet">This is a sandbox. Signing in sends nothing to the provider.</p></main></body>
</html>`;
}
