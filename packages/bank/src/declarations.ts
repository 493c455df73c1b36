/** The page of the provider's reference that documents an operation. */
export const docs = (page: string) => `https://plaid.com/docs/api/${page}`;

// The API uses POST for everything, so the method does not show whether a call changes anything.
const post = { method: 'POST', auth: 'key' } as const;

/** Calls that only read, and return nothing personal. */
export const read = { ...post, idempotent: true, access: 'read', personal: false } as const;

/** Calls that only read, and return personal data. */
export const readPersonal = { ...read, personal: true } as const;

/** Calls that change something. */
export const write = { ...post, access: 'write', personal: false } as const;

/** Calls that change something and can be repeated safely. */
export const idempotentWrite = { ...write, idempotent: true } as const;

/** Calls that move money, or start, allow or stop that. */
export const money = { ...write, access: 'money' } as const;

/** Calls that move money, or start, allow or stop that, and can be repeated safely. */
export const idempotentMoney = { ...money, idempotent: true } as const;

/** Why the provider bills a call in production, by the kind of fee. See https://plaid.com/docs/account/billing/. */
export const costs = {
  call: 'Every call is billed.',
  enrich: 'Every transaction is billed.',
  monthly: 'The first call for an Item starts a monthly fee, unless Link started it.',
  once: 'The first call for an Item is billed, unless Link has added the product.',
  payment: 'Every payment is billed.',
  pdf: 'Every PDF is billed.',
  report: 'Every report is billed.',
  screening: 'Every screening is billed.',
  separate: 'Billed in addition to the documents.',
  statements: 'Statements that it fetches are billed.',
  verification: 'Every verification is billed.',
} as const;
