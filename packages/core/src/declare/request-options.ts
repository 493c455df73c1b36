import type { GenericSchema } from 'valibot';
import type { Unset } from '../errors/api-error.ts';
import type { EndpointSpec } from './endpoint.ts';
import type { CallOptions } from './options.ts';

/** Options of a request that no method covers; see `ClientMethods.request`. */
export interface RequestOptions<Result = unknown>
  extends CallOptions,
    Unset<
      Pick<EndpointSpec, 'scopes' | 'contentType' | 'write' | 'encode' | 'as' | 'host' | 'idempotent'> & {
        /** Credentials that the request needs. Default: the application's, or the account's. */
        readonly auth: EndpointSpec['auth'];
        /** URL of the provider's documentation, for errors. Default: none. */
        readonly docs: string;
      }
    > {
  /** Further query parameters, for a request whose params are sent in the body. Default: none. */
  query?: Readonly<Record<string, unknown>> | undefined;
  /** Further fields of the JSON body, for a request whose params are sent in the query. Default: none. */
  body?: Readonly<Record<string, unknown>> | undefined;
  /** Checks the response, and is the type of the result. Default: anything passes. */
  response?: GenericSchema<unknown, Result> | undefined;
}
