import { html, raw } from 'hono/html';
import type { Account } from '../data/accounts.ts';
import type { Institution } from '../data/institutions.ts';
import type { Challenge } from './challenges.ts';
import type { LinkToken } from './link-token.ts';
import type { Session } from './session.ts';

type Html = ReturnType<typeof html>;

/** Input of a view. */
export interface Scene {
  readonly session: Session;
  readonly link: LinkToken;
  /** Institutions that match the search. */
  readonly institutions: readonly Institution[];
}

/** Permissions that come with each product, in words that complete "the app can". */
const meanings: Readonly<Record<string, string>> = {
  assets: 'see the history of your accounts',
  auth: 'see your account and routing numbers',
  identity: 'see your name and contact details',
  income_verification: 'see your income',
  investments: 'see your investments',
  liabilities: 'see your loans and credit cards',
  payment_initiation: 'ask your bank for a payment',
  signal: 'check the risk of your payments',
  statements: 'see your bank statements',
  transactions: 'see your transactions',
  transfer: 'move money from and to your accounts',
};

// Nobody can choose from a list of thousands, so users search for the others.
const mostInstitutions = 20;

/** Renders the page in the frame. `frame.js` replaces its content. */
export const framePage = (): Html => html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Plaid Link</title>
<link rel="stylesheet" href="frame.css"></head>
<body><main aria-labelledby="title">
<header><span>This is a sandbox: no bank is contacted.</span> <button type="button" id="exit">Exit</button></header>
<div id="pane"></div></main>
<script src="frame.js"></script></body>
</html>`;

/** Renders the page of Hosted Link, on which `hosted.js` opens Link. */
export const hostedPage = ({ token, hosted }: LinkToken): Html => html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Plaid Link</title>
<link rel="stylesheet" href="../link-pages/frame.css"></head>
<body><main data-token="${token}" data-completion="${hosted?.completionUri ?? ''}"><h1 id="title">Connect your bank</h1></main>
<script src="../link.js"></script><script src="../link-pages/hosted.js"></script></body>
</html>`;

/** Renders a session's current step. */
export function view(scene: Scene): Html {
  const { error, notice } = scene.session;
  const problem = notice || error?.error_message;
  return html`<h1 id="title" tabindex="-1">${titleOf(scene)}</h1>
${problem && html`<p role="alert">${problem}${error && !notice && html` <code>${error.error_code}</code>`}</p>`}
${contentOf(scene)}`;
}

function titleOf({ session, link }: Scene): string {
  const name = session.institution?.name ?? '';
  switch (session.step) {
    case 'consent':
      return `Connect ${link.metadata.client_name} to your accounts`;
    case 'institutions':
      return 'Select your institution';
    case 'credentials':
      return `Log in at ${name}`;
    case 'oauth':
      return `Continue to ${name}`;
    case 'challenge':
      return `Verify your identity at ${name}`;
    case 'accounts':
      return `Select accounts at ${name}`;
  }
}

function contentOf(scene: Scene): Html {
  const { session, link } = scene;
  switch (session.step) {
    case 'consent':
      return html`<h2 id="asked">If you continue, ${link.metadata.client_name} can</h2>
<ul class="asked" aria-labelledby="asked">${link.metadata.initial_products.map(
        (product) =>
          html`<li>${meanings[product] ?? `use ${product.replaceAll('_', ' ')}`} <code>${product}</code></li>`,
      )}</ul>
${form('continue', html`<p>${button('Continue')}</p>`)}`;
    case 'institutions':
      return institutionsView(scene);
    case 'credentials':
      return html`${form(
        'login',
        html`<p><label for="username">Username</label><input id="username" name="username" required autocomplete="off"></p>
<p><label for="password">Password</label><input id="password" name="password" type="password" required autocomplete="off"></p>
<p>${button('Submit')}</p>`,
      )}${back(link)}`;
    case 'oauth':
      return html`<p>You log in on the institution's own pages, then come back here.</p>
${form('oauth', html`<p>${button('Continue to login')}</p>`)}${back(link)}`;
    case 'challenge':
      return session.challenge ? challengeView(session.challenge) : html``;
    case 'accounts':
      return form('accounts', html`${accountsField(session.accounts, () => true)}<p>${button('Continue')}</p>`);
  }
}

function institutionsView({ session, institutions }: Scene): Html {
  const shown = institutions.slice(0, mostInstitutions);
  const rest = institutions.length - shown.length;
  return html`${form(
    'search',
    html`<p role="search"><label for="query">Search</label><input id="query" name="query" type="search" value="${session.query}"> ${button('Search')}</p>`,
  )}
${form(
  'select',
  html`<ul>${shown.map(
    ({ id, name }) => html`<li><button name="institution" value="${id}">${name}</button></li>`,
  )}</ul>`,
)}
<p role="status">${
    shown.length === 0
      ? 'No institution was found.'
      : rest > 0 && `${rest} more: search for the name of your institution.`
  }</p>`;
}

function challengeView({ type, prompts }: Challenge): Html {
  const fields = prompts.map(({ text, options }, index) =>
    options
      ? html`<fieldset><legend>${text}</legend>${options.map(
          (option) =>
            html`<label><input type="radio" name="mfa-${index}" value="${option}" required> ${option}</label>`,
        )}</fieldset>`
      : html`<p><label for="mfa-${index}">${text}</label><input id="mfa-${index}" name="mfa-${index}" required autocomplete="off"${
          type === 'code' ? raw(' inputmode="numeric"') : ''
        }></p>`,
  );
  return form('mfa', html`${fields}<p>${button('Submit')}</p>`);
}

/** Message to a user who selects no account. */
export const nothingChosen = 'Choose at least one account.';

/** Renders the checkboxes of accounts. */
export const accountsField = (accounts: readonly Account[], isTicked: (account: Account) => boolean): Html =>
  html`<fieldset><legend>Accounts to share</legend>${accounts.map(
    (account) =>
      html`<label><input type="checkbox" name="account" value="${account.account_id}"${
        isTicked(account) ? raw(' checked') : ''
      }> ${account.name} ••••${account.mask}</label>`,
  )}</fieldset>`;

const button = (label: string): Html => html`<button>${label}</button>`;

const form = (action: string, fields: Html): Html => html`<form data-action="${action}">${fields}</form>`;

const back = (link: LinkToken): Html =>
  link.updates.length > 0 ? html`` : form('back', html`<p>${button('Choose another institution')}</p>`);
