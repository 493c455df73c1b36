import type { Route } from '../route.ts';
import type { Service } from '../service.ts';

/** Users' profiles. */
export function userRoutes({ wire }: Service): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/me',
      // No scope is needed: without them the profile only has fewer fields.
      user: true,
      answer: ({ token }) => wire.privateUser(token.user, token.scopes),
    },
  ];
}
