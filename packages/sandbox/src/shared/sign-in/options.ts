import { aString, type Filled, oneOf, type RulesOf, strings, trueOrFalse, wholeNumber } from '../check-fields.ts';
import { checkRedirectUri } from './redirects.ts';

/** How users sign in and what becomes of their consent. Both auth hosts take these. */
export interface SignInOptions {
  /** Name of the application on the consent page. Default `Sandbox app`. */
  appName?: string | undefined;
  /**
   * The addresses the application has registered; only exactly these are redirected to. They are https, or http to this
   * machine. Default: any http address of this machine, with any port and path.
   */
  redirectUris?: readonly string[] | undefined;
  /**
   * `ask` shows a page to approve or deny. `approve` and `deny` redirect at once, for tests without a browser; it is
   * then the first user who approves, or the one whom the request names: by the extra parameter `login` of the
   * streaming API, `user` of the music API, which chooses among the users on the page, too. Default `ask`.
   */
  consent?: 'ask' | 'approve' | 'deny' | undefined;
  /** Life of an authorization code in seconds. Default 600. */
  codeSeconds?: number | undefined;
  /**
   * Whether a refresh token that works once ends the whole grant when it is used again, access tokens included; `false`
   * only refuses it. Default `true`.
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

/**
 * Fills in the defaults; throws `ApiError` `invalid_params` for a redirect address that no application can register.
 */
export function resolveSignIn(options: SignInOptions, loopbackHosts: readonly string[]): SignInSettings {
  const { appName = 'Sandbox app', redirectUris, consent = 'ask', codeSeconds = 600, reuseRevokes = true } = options;
  for (const uri of redirectUris ?? []) checkRedirectUri(uri, loopbackHosts);
  return { appName, redirectUris, consent, codeSeconds, reuseRevokes };
}
