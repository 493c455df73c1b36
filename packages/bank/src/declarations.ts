/** Returns the address of the page in the provider's reference that documents an operation. */
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

/**
 * Reasons why the provider bills calls in production, each with the section of https://plaid.com/docs/account/billing/
 * that documents it. A contract may differ. The provider bills calls of partners with a processor token as it bills
 * your own (`#partnerships-pricing`). A call without `costs` is free or undocumented: `user.transactions.refresh` and
 * `user.financialData.refresh` are not on that page.
 */
export const costs = {
  /** `#transfer-fee-model`: the fee of the ruleset that decides. */
  authorization: 'Every decision is billed, and the transfer itself when it is made.',
  /** `#per-request-flat-fee`; of `/identity/refresh`, the API reference of the call. */
  call: 'Every call is billed.',
  /** `#per-request-flexible-fee` */
  enrich: 'Every transaction is billed.',
  /** `#subscription-fee` */
  monthly: 'The first call for an Item starts a monthly fee, unless Link started it.',
  /** `#one-time-fee` */
  once: 'The first call for an Item is billed, unless Link has added the product.',
  /** `#payment-initiation-fee-model` and `#transfer-fee-model` */
  payment: 'Every payment is billed.',
  /** `#per-request-flat-fee` */
  pdf: 'Every PDF is billed.',
  /** `#per-request-flexible-fee` */
  report: 'Every report is billed, by its Items and days of history.',
  /** `#monitor-fee-model` */
  screening: 'The first scan of a user is billed, and each month in which the program scans again.',
  /** Not in the billing page, but in the API reference of the call. */
  separate: 'Billed in addition to the documents.',
  /** `#per-request-flexible-fee` */
  statements: 'Every statement that it fetches is billed.',
  /** `#identity-verification-fee-model` */
  verification: 'Every check that the user goes through is billed.',
} as const;
