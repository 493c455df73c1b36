import { oneOf } from '@x/core/provider';
import * as v from 'valibot';

/** Fields that may be absent or null in responses, because the server's database requires few fields. */
export const optionalNullableString = v.nullish(v.string());
export const optionalNullableNumber = v.nullish(v.number());

/** A parameter that must not be empty. */
export const nonEmptyString = v.pipe(v.string(), v.nonEmpty());

/** Direction of a sort. The default depends on the field that `sortBy` names. */
export const sortOrder = v.optional(oneOf(['asc', 'desc']));
