import type { SignInSession } from '../oauth/code-flow.ts';
import { createSealer } from '../tokens/encryption.ts';
import type { SignInOptions } from './options.ts';

/** What a sign-in needs when the user comes back. @internal */
export interface Started {
  /** The session of the sign-in. Secret. */
  readonly session: SignInSession;
  /** SHA-256 of the account that started it. */
  readonly startedBy: string;
  /** Where the user is sent afterwards: a whole URL of the app. */
  readonly returnTo: string;
}

const lifeSeconds = 600;
/** Sign-ins of one browser that can be under way at the same time: all cookies together must fit in the headers of a request. */
const most = 4;
/** The first characters of the state name the cookie, so that each tab of a browser has its own. */
const idLength = 8;

/**
 * Sign-ins that are under way, each in a cookie of the browser: encrypted, authenticated, and valid under its name and for its provider only. So
 * the server stores nothing before the user comes back, and nobody can push out the sign-ins of others.
 *
 * @internal
 */
export function startedCookies({
  origin,
  encryption,
  clock = Date,
}: Pick<SignInOptions<never>, 'origin' | 'encryption' | 'clock'>) {
  const isSecure = origin.startsWith('https:');
  // Browsers take a cookie with this prefix only from the host itself, over https: no subdomain can plant one.
  const prefix = isSecure ? '__Host-sign-in-' : 'sign-in-';
  // Lax, not Strict: the way back begins on another site.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const { seal, open } = createSealer({ keys: encryption.keys });
  const nameOf = (state: string) => prefix + state.slice(0, idLength);
  // The keys may encrypt a token store as well: what was sealed for one place must not open in the other.
  const purposeOf = (provider: string, name: string) => `sign-in cookie ${provider} ${name}`;
  const cleared = (name: string) => `${name}=; Max-Age=0; ${attributes}`;

  return {
    /** The `Set-Cookie` lines that store a sign-in, and clear the oldest ones when there are too many. */
    async store(request: Request, provider: string, started: Started): Promise<string[]> {
      const name = nameOf(started.session.state);
      const text = JSON.stringify({ ...started, expiresAt: clock.now() + lifeSeconds * 1000 });
      const value = await seal(text, purposeOf(provider, name));
      // Browsers send the oldest first.
      const others = readCookies(request).filter(([other]) => other.startsWith(prefix));
      const surplus = others.slice(0, Math.max(0, others.length - most + 1));
      return [...surplus.map(([other]) => cleared(other)), `${name}=${value}; Max-Age=${lifeSeconds}; ${attributes}`];
    },

    /** The sign-in that a callback belongs to, undefined if there is none; and the `Set-Cookie` lines that clear its cookie. */
    async take(request: Request, provider: string, state: string): Promise<[Started | undefined, string[]]> {
      const name = nameOf(state);
      const [, value] = readCookies(request).find(([other]) => other === name) ?? [];
      if (value === undefined) return [undefined, []];
      return [await read(value, purposeOf(provider, name)), [cleared(name)]];
    },
  };

  async function read(value: string, purpose: string): Promise<Started | undefined> {
    try {
      const { expiresAt, ...started } = JSON.parse(await open(value, purpose)) as Started & { expiresAt: number };
      return expiresAt > clock.now() ? started : undefined;
    } catch {
      return undefined; // tampered with, of another provider, or sealed with a key that is no longer in use
    }
  }
}

/** The cookies of a request, in their order. */
const readCookies = ({ headers }: Request): [name: string, value: string][] =>
  (headers.get('cookie') ?? '').split(';').map((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return [name, value.join('=')];
  });
