import { ApiError, type ApiErrorFields } from '@x/core';

/** Copies an error with other values of some fields. */
export function withErrorFields(error: ApiError, fields: Partial<ApiErrorFields>): ApiError {
  const changed = new ApiError(error.message, { ...error, cause: error.cause, ...fields });
  if (error.stack !== undefined) changed.stack = error.stack;
  return changed;
}
