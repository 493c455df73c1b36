import type { Attributes } from '@opentelemetry/api';
import { ATTR_HTTP_REQUEST_METHOD, ATTR_SERVER_ADDRESS, ATTR_SERVER_PORT } from '@opentelemetry/semantic-conventions';
import type { EventFields } from '@x/core';

/** Not stable yet in the semantic conventions, whose package advises libraries to copy such names. */
const ATTR_URL_TEMPLATE = 'url.template';

/** Returns the attributes of a call's endpoint, which metrics can use because all calls of the endpoint share them. */
export function endpointAttributes({ provider, operation, method, path, host }: EventFields): Attributes {
  const { hostname, port } = addressOf(host);
  return {
    'x.provider': provider,
    'x.operation': operation,
    [ATTR_HTTP_REQUEST_METHOD]: method,
    [ATTR_URL_TEMPLATE]: path,
    [ATTR_SERVER_ADDRESS]: hostname,
    ...(port && { [ATTR_SERVER_PORT]: Number(port) }),
  };
}

/** Returns attributes that identify a call, for spans only. */
export const callAttributes = ({ callId, account, listId, page }: EventFields): Attributes => ({
  'x.call_id': callId,
  ...(account !== undefined && { 'x.account': account }),
  ...(listId !== undefined && { 'x.list_id': listId }),
  ...(page !== undefined && { 'x.page': page }),
});

/** Returns the parts of a host as events show it, without a port if it is the default. */
function addressOf(host: string): { readonly hostname: string; readonly port: string } {
  const { hostname, port } = URL.canParse(`x://${host}`) ? new URL(`x://${host}`) : { hostname: host, port: '' };
  return { hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port };
}
