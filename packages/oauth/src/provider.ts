export {
  appGrants,
  asForm,
  type OAuthApp,
  requestGrant,
  tokenEndpoint,
  toolsFor,
} from './app-grants.ts';
export { type CodeFlow, codeFlow, problemOfSession, sessionRemedy, withFields } from './code-flow.ts';
export { checkNewAccount, type NewGrantTools, type NewSignIn, storeNewGrant } from './new-grant.ts';
export { createTokenClient } from './token-client.ts';
export { checkAppOptions, checkTokenOptions, hasAccessToken, type TokenOptions } from './token-options.ts';
export { createUserClient } from './user-client.ts';
export type { TokenProvider, UserProvider, UserTools } from './user-tools.ts';
