export { type OtelOptions, otel } from './otel.ts';
export { type OutgoingRequest, redactUrl } from './redact-url.ts';
