/** The page of the provider's reference that documents an operation. */
export const docs = (operation: string) => `https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/${operation}`;

/** What all reads by GET have in common. */
export const get = { method: 'GET', auth: 'key' } as const;

/** What all calls by POST have in common: they only read, so they may be repeated without harm. */
export const idempotentPost = { method: 'POST', auth: 'key', idempotent: true } as const;
