import { createSealer } from '@x/stores';
import type { SignInSession } from '../code-flow.ts';
import type { SignInOptions } from './options.ts';

/** Data of a sign-in that is needed when the user returns. */
export interface Started {
  /** The session of the sign-in. Secret. */
  readonly session: SignInSession;
  /** SHA-256 of the account that started it. Undefined for a visitor who logs in. */
  readonly startedBy: string | undefined;
  /** Full URL in the app to which the user is sent afterwards. */
  readonly returnTo: string;
}

const lifeSeconds = 600;
/** Maximum number of sign-ins per browser at a time, because all cookies must fit in the headers of a request. */
const most = 4;
/** The first characters of the state name the cookie, so that each tab of a browser has its own. */
const idLength = 8;

/**
 * Stores sign-ins in progress, each in a browser cookie that is encrypted, authenticated, and valid only under its name
 * and for its provider. So the server stores nothing before the user returns, and nobody can push out other users'
 * sign-ins.
 */
export function startedCookies({
  origin,
  encryption,
  clock = Date,
}: Pick<SignInOptions<never>, 'origin' | 'encryption' | 'clock'>) {
  const isSecure = origin.startsWith('https:');
  // Browsers accept a cookie with this prefix only from the host itself, over https, so no subdomain can plant one.
  const prefix = isSecure ? '__Host-sign-in-' : 'sign-in-';
  // Use Lax rather than Strict, because the user returns from another site.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const { seal, open } = createSealer({ keys: encryption.keys });
  const nameOf = (state: string) => prefix + state.slice(0, idLength);
  // The keys may encrypt a token store as well, and a value sealed for one place must not open in the other.
  const purposeOf = (provider: string, name: string) => `sign-in cookie ${provider} ${name}`;
  const cleared = (name: string) => `${name}=; Max-Age=0; ${attributes}`;

  return {
    /** Returns the `Set-Cookie` lines that store a sign-in, and clear the oldest ones if there are too many. */
    async store(request: Request, provider: string, started: Started): Promise<string[]> {
      const name = nameOf(started.session.state);
      const text = JSON.stringify({ ...started, expiresAt: clock.now() + lifeSeconds * 1000 });
      const value = await seal(text, purposeOf(provider, name));
      // Browsers send the oldest cookies first.
      const others = readCookies(request).filter(([other]) => other.startsWith(prefix));
      const surplus = others.slice(0, Math.max(0, others.length - most + 1));
      return [...surplus.map(([other]) => cleared(other)), `${name}=${value}; Max-Age=${lifeSeconds}; ${attributes}`];
    },

    /**
     * Returns the sign-in that a callback belongs to, undefined if there is none, and the `Set-Cookie` lines that clear
     * its cookie.
     */
    async take(request: Request, provider: string, state: string): Promise<[Started | undefined, string[]]> {
      const name = nameOf(state);
      const [, value] = readCookies(request).find(([other]) => other === name) ?? [];
      if (value === undefined) return [undefined, []];
      let started: Started | undefined;
      try {
        const { expiresAt, ...found } = JSON.parse(await open(value, purposeOf(provider, name)));
        if (expiresAt > clock.now()) started = found;
      } catch {} // tampered with, from another provider, or sealed with a key that is no longer in use
      return [started, [cleared(name)]];
    },
  };
}

/** Reads a request's cookies, in order. */
const readCookies = ({ headers }: Request): [name: string, value: string][] =>
  (headers.get('cookie') ?? '').split(';').map((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return [name, value.join('=')];
  });
