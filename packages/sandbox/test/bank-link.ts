import type { LinkEvent } from '../src/providers/bank/link/events.ts';
import { linkRequest, startBank } from './bank.ts';

/** Response of the sandbox to the Link page. */
interface TestTurn {
  session: string;
  events: LinkEvent[];
  html?: string;
  redirect?: string;
  popup?: string;
  success?: [publicToken: string, metadata: TestMetadata];
  exit?: [error: { error_code: string } | null, metadata: TestMetadata];
}

interface TestMetadata {
  institution: { name: string; institution_id: string } | null;
  accounts: { id: string; name: string; type: string; subtype: string }[];
  link_session_id: string;
  status: string;
  request_id: string;
}

const host = 'sandbox.invalid';

/** Starts a sandbox whose Link is used as `frame.js` uses it. */
export function startLink(...args: Parameters<typeof startBank>) {
  const started = startBank(...args);
  const { bank, ask } = started;
  const request = (path: string, init?: RequestInit) => bank.app.request(`http://${host}${path}`, init);

  const createToken = async (fields: object = {}) =>
    (await ask('/link/token/create', { ...linkRequest, products: ['transactions'], ...fields })).link_token;

  /** Opens Link for one user, and sends the fields of its forms. */
  function visit() {
    let session = '';
    const seen: LinkEvent[] = [];
    const send = async (
      action: string,
      fields: Record<string, string> | [string, string][] = {},
    ): Promise<TestTurn> => {
      const response = await request('/link-pages/session', {
        method: 'POST',
        headers: { host, origin: `http://${host}` },
        body: new URLSearchParams([['action', action], ['session', session], ...new URLSearchParams(fields)]),
      });
      if (response.status !== 200) throw new Error(`${action}: ${response.status}`);
      const turn = (await response.json()) as TestTurn;
      session = turn.session;
      seen.push(...turn.events);
      return turn;
    };
    /** Names of the events so far, with the view, kind of MFA or error that each reports. */
    const events = () =>
      seen.map(([name, { view_name, mfa_type, error_code }]) =>
        [name, view_name, mfa_type, error_code].filter(Boolean).join(' '),
      );
    /** Opens Link, and goes to the login page of an institution. */
    const choose = async (token: string, institution = 'ins_109508') => {
      await send('open', { token });
      await send('continue');
      return send('select', { institution });
    };
    const logIn = (username = 'user_good', password = 'pass_good') => send('login', { username, password });
    return { send, events, choose, logIn };
  }

  /** Sends a form of the institution's own pages. */
  const post = (path: string, fields: Record<string, string> | [string, string][]) =>
    request(`/link-pages/${path}`, { method: 'POST', body: new URLSearchParams(fields) });

  return { ...started, request, post, createToken, visit };
}

/** Returns the IDs of the accounts that a view offers. */
export const accountsIn = (html = '') => [...html.matchAll(/name="account" value="(\w+)"/g)].map(([, id = '']) => id);
