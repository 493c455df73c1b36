/** Name of one of the five APIs, which is also its path prefix in the sandbox. */
export type ProviderName = 'stream' | 'music' | 'bank' | 'food' | 'quotes';
