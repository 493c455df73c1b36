import { ApiError } from '@x/core';

/** Creates an error of a listener. */
export const failure = (operation: string, code: ApiError['code'], message: string): ApiError =>
  new ApiError(`${operation}: ${message}`, { code, provider: 'stream', operation, retryable: false });
