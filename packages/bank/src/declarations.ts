/** The page of the provider's reference that documents an operation. */
export const docs = (page: string) => `https://plaid.com/docs/api/${page}`;

/** What all calls have in common. */
export const post = { method: 'POST', auth: 'key' } as const;

/** Calls that can be repeated safely. The API uses POST for reads, too. */
export const idempotentPost = { ...post, idempotent: true } as const;
