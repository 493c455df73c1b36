import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { messagePage, page, pageHeaders } from '../../../shared/sign-in/pages.ts';
import { sendBack } from '../../../shared/sign-in/redirects.ts';
import type { Account } from '../data/accounts.ts';
import { Refusal } from '../errors.ts';
import type { Flow } from './flow.ts';
import type { Link } from './link.ts';
import type { LinkToken } from './link-token.ts';
import type { Session } from './session.ts';
import { accountsField, nothingChosen } from './views.ts';

type Html = ReturnType<typeof html>;

/**
 * Adds the pages where the user of an OAuth institution logs in and chooses accounts. Their URLs contain the session
 * ID.
 */
export function addBankPages(app: Hono, link: Link, flow: Flow): void {
  /** Sends the user back to the app, or ends the window that Link opened. */
  function leave(context: Context, token: LinkToken, stateId: string): Response {
    if (token.redirectUri === undefined) return context.redirect('oauth/done', 303);
    const outcome = sendBack(token.redirectUri, null, { oauth_state_id: stateId });
    return context.redirect('redirectTo' in outcome ? outcome.redirectTo : '', 303);
  }

  function decide(session: Session, token: LinkToken, form: URLSearchParams): Html | { stateId: string } {
    if (form.get('decision') === 'deny') return { stateId: flow.endOAuth(session, 'denied') };
    const [updated] = token.updates;
    const isTicked = (account: Account) => updated?.consent.shows(account) ?? true;
    const stateId = form.get('state');
    if (stateId === null) {
      const [username, password] = [form.get('username') ?? '', form.get('password') ?? ''];
      const login = link.startOAuth(session.token, { institutionId: session.institution?.id, username, password });
      session.accounts = login.accounts;
      return accountsPage(session, login.oauthStateId, isTicked);
    }
    const ids = form.getAll('account');
    if (ids.length === 0) return accountsPage(session, stateId, isTicked, nothingChosen);
    link.selectAccounts(stateId, ids);
    return { stateId: flow.endOAuth(session, 'approved', stateId) };
  }

  app.use('/link-pages/oauth/*', async (context, next) => {
    for (const [name, value] of Object.entries(pageHeaders)) context.header(name, value);
    await next();
  });
  app.get('/link-pages/oauth/done', (context) =>
    context.html(messagePage('bank', { title: 'Done', text: 'You can close this window.' })),
  );
  app.on(['GET', 'POST'], '/link-pages/oauth', async (context) => {
    const session = flow.find(context.req.query('session') ?? '');
    if (session?.step !== 'oauth') return context.html(messagePage('bank', ended), 400);
    if (context.req.method === 'GET') return context.html(loginPage(session));
    try {
      const token = link.findToken(session.token);
      const outcome = decide(session, token, new URLSearchParams(await context.req.text()));
      return 'stateId' in outcome ? leave(context, token, outcome.stateId) : context.html(outcome);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return context.html(loginPage(session, error.message), 400);
    }
  });
}

const ended = { title: 'Login ended', text: 'This login is over. Go back to the app and open Link again.' };

const alert = (problem: string | undefined) => problem && html`<p role="alert">${problem}</p>`;

const deny = html`<button name="decision" value="deny" formnovalidate>Cancel</button>`;

const loginPage = ({ institution }: Session, problem?: string): Html =>
  page(
    'bank',
    `Log in to ${institution?.name ?? ''}`,
    html`${alert(problem)}
<form method="post">
<p><label for="username">Username</label> <input id="username" name="username" required autocomplete="off"></p>
<p><label for="password">Password</label> <input id="password" name="password" type="password" required autocomplete="off"></p>
<p class="decision"><button>Log in</button> ${deny}</p>
</form>`,
  );

const accountsPage = (
  { institution, accounts }: Session,
  stateId: string,
  isTicked: (account: Account) => boolean,
  problem?: string,
): Html =>
  page(
    'bank',
    `Share accounts at ${institution?.name ?? ''}`,
    html`${alert(problem)}
<form method="post">
<input type="hidden" name="state" value="${stateId}">
${accountsField(accounts, isTicked)}
<p class="decision"><button>Approve</button> ${deny}</p>
</form>`,
  );
