import type { Context } from 'hono';
import type { SandboxContext } from '../context.ts';
import type { SignInSettings } from './options.ts';
import { codePage, consentPage, messagePage, pageHeaders } from './pages.ts';
import type { Message, Outcome, Question, SignInHost, SignInUser } from './question.ts';
import { createSessions } from './sessions.ts';

/** Creates the pages on which users respond to apps. */
export function createSignIn(
  { random, baseUrl }: SandboxContext,
  { consent }: SignInSettings,
  host: SignInHost,
  listUsers: () => readonly SignInUser[],
) {
  const sessions = createSessions(random('sign-in'), () => new URL(baseUrl()).pathname + host.path);

  function prepare(context: Context): void {
    for (const [name, value] of Object.entries(pageHeaders)) context.header(name, value);
  }

  function show(context: Context, outcome: Outcome): Response | Promise<Response> {
    // 303, never 307: the app must not get the form. RFC 9700 §4.12
    if ('redirectTo' in outcome) return context.redirect(outcome.redirectTo, context.req.method === 'POST' ? 303 : 302);
    return context.html(messagePage(host.provider, outcome), outcome.status ?? 200);
  }

  /** Returns the user's decision, or the page that asks for it. */
  async function decide(context: Context, question: Question): Promise<Outcome | Response> {
    const users = listUsers();
    const find = (userId: string | null | undefined) => users.find(({ id }) => id === userId);
    const wanted = find(question.login) ?? users.find(({ name }) => name === question.login);
    if (question.login && !wanted) return noSuchUser;
    if (context.req.method === 'POST') {
      const form = new URLSearchParams(await context.req.text());
      if (!sessions.isGenuine(context, form.get('token'))) return foreignForm;
      if (form.get('decision') !== 'approve') return question.deny();
      const user = find(form.get('user'));
      if (!user) return noSuchUser;
      sessions.signIn(context, user.id);
      return question.approve(user.id);
    }
    if (consent === 'deny') return question.deny();
    const first = users[0];
    if (consent === 'approve' && first) return question.approve((wanted ?? first).id);
    const { userId, formToken } = sessions.open(context);
    const known = wanted ?? find(userId);
    if (known && known.id === userId && question.isSettled(known.id)) return question.approve(known.id);
    return context.html(consentPage(host, question, users, known, formToken));
  }

  return {
    /** Responds to a browser's request with a page or a redirect. */
    async answer(context: Context, question: Question | Outcome): Promise<Response> {
      prepare(context);
      const outcome = 'approve' in question ? await decide(context, question) : question;
      return outcome instanceof Response ? outcome : show(context, outcome);
    },
    /** Returns the page that asks for the code shown on a device. */
    askForCode(context: Context, wrong: string | null): Response | Promise<Response> {
      prepare(context);
      return context.html(codePage(host, wrong), wrong === null ? 200 : 400);
    },
  };
}

const noSuchUser: Message = { status: 400, title: 'No such user', text: 'The sandbox has no user with this name.' };
const foreignForm: Message = {
  status: 403,
  title: 'Not sent',
  text: 'This form belongs to another browser, or cookies are disabled. Go back to the app and start over.',
};
