export { type Answer, recordAnswers } from './answers.ts';
export {
  describeEndpoints,
  type EndpointCase,
  type EndpointTable,
  type EndpointTest,
  endpointCase,
} from './endpoints.ts';
export { describeErrorRules, type ErrorCase } from './error-rules.ts';
export { failure } from './failure.ts';
export { describeListParams, type ListLimit, type ListParam } from './list-params.ts';
export { nockOnly } from './nock.ts';
export { describeRateLimiter, type TestedRateLimiter } from './rate-limiter.ts';
export { describeTokenStore, type TokenStorePlace } from './token-store.ts';
export { untyped } from './untyped.ts';
export { describeWebhookStore } from './webhook-store.ts';
