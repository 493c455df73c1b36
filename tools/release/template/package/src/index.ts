export {
  type ApiCall,
  ApiError,
  type ApiErrorOf,
  type CallOptions,
  type Client,
  type ClientEvent,
  type ClientHealth,
  type ClientOptions,
  type CloseOptions,
  type ErrorCode,
  type ErrorOutcome,
  type EventLogger,
  type ItemOf,
  isAbort,
  isApiError,
  type ListOptions,
  logEvents,
  type NoParams,
  type Page,
  type PagedCall,
  type ParamsOf,
  type ProviderError,
  type ProviderErrorGuard,
  type RateLimitState,
  type RequestOptions,
  type ResponseInfo,
  type ResultOf,
  type RootClient,
  toHttpStatus,
  type WithResponse,
} from '@x/core';
export { createClient, type Provider } from '@x/core/provider';
export { type ClocksClient, createClocksClient, endpoints } from './client.ts';
export { type ClocksProviderCode, isClocksError } from './errors.ts';
export { type ClocksOptions, clocksProvider } from './provider.ts';
export type { ZoneTime } from './resources/time.ts';
export type { Zone } from './resources/zones.ts';
