/** Returns the address of the page in the provider's reference that documents an operation. */
export const docs = (operation: string) => `https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/${operation}`;

/** Fields that all GET declarations share. */
export const get = { method: 'GET', auth: 'key' } as const;

/** Fields that all POST declarations share. These calls only read, so repeating them is harmless. */
export const idempotentPost = { method: 'POST', auth: 'key', idempotent: true, access: 'read' } as const;
