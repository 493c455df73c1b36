export type { FailureReason, SignInFailure } from './sign-in/failure.ts';
export type { ScopesOf, SignInClient, SignInOptions } from './sign-in/options.ts';
export { type SignInRoutes, signInRoutes } from './sign-in/routes.ts';
