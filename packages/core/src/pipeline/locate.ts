import type { Call, Next, Stage } from '../call/call.ts';
import { reportLearned } from '../call/report-drift.ts';
import { ApiError } from '../errors/api-error.ts';

/**
 * Sends a request to the API's second possible address if the first response shows that the API is not at `baseUrl`. A
 * success decides which address all later calls use.
 */
export const locate: Stage = (call, next) =>
  call.client.addresses.other && call.endpoint.host !== 'auth' ? tryBoth(call, next) : next(call);

async function tryBoth(call: Call, next: Next): Promise<unknown> {
  const { addresses, provider } = call.client;
  const { api, other } = addresses;
  const { elsewhere } = provider;
  try {
    const body = await next(call);
    addresses.other = undefined;
    return body;
  } catch (error) {
    if (!elsewhere || !(error instanceof ApiError) || !elsewhere.isMissing(error)) throw error;
    call.progress.beginRequest();
    call.base = other;
    const body = await next(call).catch((second: unknown) => {
      throw second instanceof ApiError && elsewhere.isMissing(second) ? error : second;
    });
    if (addresses.api === api && other) {
      Object.assign(addresses, { api: other, other: undefined });
      reportLearned(call, elsewhere);
    }
    return body;
  }
}
