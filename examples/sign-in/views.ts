import { html } from 'hono/html';
import type { Section } from './library.ts';
import type { Problem } from './problems.ts';
import type { SignInProvider } from './providers.ts';
import type { Visit } from './session.ts';

type Html = ReturnType<typeof html>;

/** Renders the signed-in users, with a button for each provider. */
export function homePage(visit: Visit, providers: readonly SignInProvider[]): Html {
  const cards = providers.map((provider) => {
    const account = visit.accounts.get(provider.name);
    return html`<li>
<h2>${provider.title}</h2>
<p>${account ? html`Signed in as <bdi class="who">${account.userName}</bdi>` : 'Not signed in'}</p>
${signInForm(provider, account ? `Change the ${provider.title} user` : undefined)}
</li>`;
  });
  const lead = visit.accounts.size
    ? html`<p>You are signed in. Go to <a href="/library">your library</a>.</p>`
    : html`<p>Sign in to see your lists. One account is enough.</p>`;
  return layout(visit, 'Your playlists and streams', html`${lead}<ul class="cards">${cards}</ul>`);
}

/** Renders the lists of all signed-in users. */
export function libraryPage(visit: Visit, sections: readonly Section[]): Html {
  return layout(
    visit,
    'Your library',
    html`${sections.map(
      (section) => html`<section aria-labelledby="${section.provider.name}">
<h2 id="${section.provider.name}">${section.provider.listTitle}</h2>
${listOf(section)}
</section>`,
    )}`,
  );
}

/** Renders a problem, with a way to continue. */
export function problemPage(visit: Visit, { title, text }: Problem, again?: SignInProvider): Html {
  const button = again ? signInForm(again, `Try again with ${again.title}`) : '';
  return layout(visit, title, html`<p>${text}</p>${button}<p><a href="/">Back to the start</a></p>`);
}

function listOf({ provider, outcome, first, next }: Section): Html {
  if (outcome === 'ended')
    return html`<p role="alert">${provider.title} no longer allows access. Sign in again to see this list.</p>
${signInForm(provider)}`;
  if (outcome === 'down')
    return html`<p role="alert">${provider.title} does not respond. <a href="/library">Try again</a></p>`;
  if (outcome === 'foreign-cursor')
    return html`<p role="alert">This link does not belong to your list. <a href="/library">Go to the first page</a></p>`;
  const what = outcome.total === undefined ? '' : html`<p class="quiet">${outcome.total} total</p>`;
  const rows = outcome.items.map(
    ({ title, text }) => html`<li><bdi class="who">${title}</bdi> <bdi class="quiet">${text}</bdi></li>`,
  );
  const links = [
    first && html`<a href="${first}">First page<span class="spoken"> of ${provider.listTitle}</span></a>`,
    next && html`<a href="${next}">More<span class="spoken"> of ${provider.listTitle}</span></a>`,
  ].filter(Boolean);
  return html`${what}
${rows.length ? html`<ul class="rows">${rows}</ul>` : html`<p>${provider.emptyText}</p>`}
${links.length ? html`<p class="links">${links}</p>` : ''}`;
}

const signInForm = ({ name, title }: SignInProvider, label = `Sign in with ${title}`): Html =>
  form(`/sign-in/${name}`, label);

const form = (action: string, label: string): Html =>
  html`<form method="post" action="${action}"><button>${label}</button></form>`;

function layout(visit: Visit, title: string, content: Html): Html {
  const own = html`<a href="/library">Library</a>${form('/sign-out', 'Sign out')}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Sign-in example</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><nav aria-label="Site"><a href="/">Home</a>${visit.accounts.size ? own : ''}</nav></header>
<main><h1>${title}</h1>
${content}
</main>
</body>
</html>`;
}
