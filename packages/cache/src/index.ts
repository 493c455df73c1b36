export { type CachedFetchOptions, cachedFetch, type ResponseStorage } from './cached-fetch.ts';
