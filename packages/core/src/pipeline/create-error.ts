import type { Provider } from '../declare/provider.ts';
import { ApiError, type ApiErrorFields, type ErrorCode, type Unset } from '../errors.ts';
import { createRedactor, type KnownForms, type Redactor } from '../redact/redactor.ts';
import { secretsIn } from '../redact/secret-params.ts';
import type { Call } from './call.ts';

/** What an error is created from, besides its message. @internal */
export type ErrorFields = Unset<ApiErrorFields> & { readonly code: ErrorCode };

/** What errors need to know of a provider. @internal */
export type ErrorProvider = Pick<Provider, 'name' | 'credentials' | 'secretParams'>;

/** What errors need to know of a call. @internal */
export type ErrorCall = Pick<Call, 'operation' | 'params' | 'secrets' | 'trace'>;

/** What is known of the secrets of each client, by its credentials: a client for one user shares them. */
const knownForms = new WeakMap<Provider['credentials'], KnownForms>();

/** A redactor that knows all secrets of a call: fixed credentials, tokens and secret parameters. @internal */
export function redactorOf(provider: ErrorProvider, call: ErrorCall): Redactor {
  const { credentials, secretParams = [] } = provider;
  let known = knownForms.get(credentials);
  if (!known) {
    known = new Map();
    knownForms.set(credentials, known);
  }
  return createRedactor(secretsIn(secretParams, call.params), [...Object.values(credentials), ...call.secrets], known);
}

/**
 * Creates the error of a call. This is the only way to do so: nothing secret gets past the redactor.
 *
 * @internal
 */
export function createError(provider: ErrorProvider, call: ErrorCall, message: string, fields: ErrorFields): ApiError {
  const redact = redactorOf(provider, call);
  return createSafeError(provider, call, redact.text(message), {
    ...fields,
    retryable: fields.retryable ?? false,
    providerCode: fields.providerCode && redact.text(fields.providerCode),
    requestId: fields.requestId && redact.text(fields.requestId),
    details: redact.value(fields.details),
    cause: fields.cause instanceof Error ? redactedCause(fields.cause, redact) : undefined,
  });
}

/**
 * The error of another call as that of this one, which shares its work: each caller gets an error with its own operation
 * and stack.
 *
 * @internal
 */
export function createErrorFrom(provider: ErrorProvider, call: ErrorCall, error: ApiError): ApiError {
  return createSafeError(provider, call, error.message, { ...error, cause: error.cause });
}

function createSafeError(
  provider: ErrorProvider,
  call: ErrorCall,
  message: string,
  fields: Unset<ApiErrorFields>,
): ApiError {
  const { operation, trace } = call;
  const error = withoutStack(
    () => new ApiError(`${operation}: ${message}`, { ...fields, provider: provider.name, operation }),
  );
  showStackOf(trace, error);
  return error;
}

/** Creates an error without a stack of its own, which would take half of the time and is replaced by that of the caller. */
function withoutStack<Created>(create: () => Created): Created {
  const limit = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit');
  if (!limit?.writable) return create(); // not V8, or an application has frozen `Error`
  Error.stackTraceLimit = 0;
  try {
    return create();
  } finally {
    Error.stackTraceLimit = limit.value;
  }
}

/**
 * Makes the stack of an error the one of the caller. It is formatted when it is first read, as the runtime does with its own
 * errors: that takes longer than the rest of the error, and few errors are printed.
 */
function showStackOf(trace: Call['trace'], error: ApiError): void {
  const firstLine = `${error.name}: ${error.message}`;
  let stack: unknown;
  Object.defineProperty(error, 'stack', {
    configurable: true,
    enumerable: false,
    get() {
      stack ??= firstLine + framesOf(trace);
      return stack;
    },
    set(replacement: unknown) {
      stack = replacement;
    },
  });
}

/** Name, code and message of an error, and nothing else of it: causes may hold the live request. */
function redactedCause(cause: Error, redact: Redactor): Error {
  const { name, code } = cause as { name?: string; code?: string };
  return Object.assign(new Error(redact.text(cause.message)), {
    ...(name && { name: redact.text(`${name}`) }),
    ...(code && { code: redact.text(`${code}`) }),
    stack: undefined,
  });
}

/** The stack frames below a trace's first line; empty where an application's own `Error.prepareStackTrace` returns something else. */
function framesOf(trace: Call['trace']): string {
  let stack: unknown;
  try {
    stack = trace.stack;
  } catch {} // prepareStackTrace threw: the error that is being created matters more
  if (typeof stack !== 'string') return '';
  const endOfFirstLine = stack.indexOf('\n');
  return endOfFirstLine < 0 ? '' : stack.slice(endOfFirstLine);
}
