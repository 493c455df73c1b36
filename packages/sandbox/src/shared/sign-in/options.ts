import { aString, type Filled, oneOf, type RulesOf, strings, trueOrFalse, wholeNumber } from '../check-fields.ts';
import { checkRedirectUri } from './redirects.ts';

/** Options of both auth hosts for how users sign in and consent. */
export interface SignInOptions {
  /** Name of the app on the consent page. Default `Sandbox app`. */
  appName?: string | undefined;
  /**
   * Redirect addresses that the app has registered, which must match exactly. They are https, or http to this machine.
   * Default: any http address of this machine, with any port and path.
   */
  redirectUris?: readonly string[] | undefined;
  /**
   * `ask` shows a page to approve or deny. `approve` and `deny` redirect at once, for tests without a browser. The
   * first user then approves, unless the request names another user with the extra parameter `login` (streaming API) or
   * `user` (music API). These parameters also choose the user on the page. Default `ask`.
   */
  consent?: 'ask' | 'approve' | 'deny' | undefined;
  /** Lifetime of an authorization code in seconds. Default 600. */
  codeSeconds?: number | undefined;
  /**
   * Whether using a single-use refresh token again ends the whole grant, including access tokens. If `false`, the token
   * is only refused. Default `true`.
   */
  reuseRevokes?: boolean | undefined;
}

/** Rules of these options. */
export const signInRules = {
  appName: aString,
  redirectUris: strings,
  consent: oneOf('ask', 'approve', 'deny'),
  codeSeconds: wholeNumber(0),
  reuseRevokes: trueOrFalse,
} satisfies RulesOf<SignInOptions>;

/** The options with every default filled in; without `redirectUris`, redirects to this machine are allowed. */
export interface SignInSettings extends Filled<Omit<SignInOptions, 'redirectUris'>> {
  redirectUris: readonly string[] | undefined;
}

/** Fills in the defaults. Throws `ApiError` `invalid_params` for a redirect address that no app can register. */
export function resolveSignIn(options: SignInOptions, loopbackHosts: readonly string[]): SignInSettings {
  const { appName = 'Sandbox app', redirectUris, consent = 'ask', codeSeconds = 600, reuseRevokes = true } = options;
  for (const uri of redirectUris ?? []) checkRedirectUri(uri, loopbackHosts);
  return { appName, redirectUris, consent, codeSeconds, reuseRevokes };
}
