export { type ResponseCacheOptions, type ResponseStorage, responseCache } from './cache/response-cache.ts';
export type { CacheableRequest, CacheableResponse, CachedResponse, ResponseCache } from './declare/cache.ts';
