import { SandboxRefusal, serveEndpoints } from '../../server/own-endpoints.ts';
import type { ProviderServers, SandboxContext } from '../../shared/context.ts';
import type { Limits } from '../../shared/limits.ts';
import { type ClocksSandboxOptions, resolveOptions } from './options.ts';

/** Differences from UTC in minutes, by zone. */
const offsets: Readonly<Record<string, number>> = { berlin: 60, delhi: 330, lima: -300, london: 0, tokyo: 540 };

const zoneOf = (id: unknown) => {
  const offsetMinutes = offsets[String(id)];
  if (offsetMinutes === undefined) throw new SandboxRefusal(404, 'NO_SUCH_ZONE', `there is no zone ${id}`);
  return { id: String(id), offsetMinutes };
};

/** Creates the Clocks API. */
export function createClocksSandbox(
  context: SandboxContext,
  { limits = 'off', ...options }: ClocksSandboxOptions & { limits?: Limits<object> | undefined } = {},
): ProviderServers {
  const { apiKey } = resolveOptions(context, options);
  const app = serveEndpoints(context, {
    limit: limits === 'off' ? undefined : { requests: 60, windowMs: 60_000 },
    enter({ request }) {
      if (request.headers.get('x-api-key') !== apiKey) throw new SandboxRefusal(401, 'BAD_KEY', 'The key is not valid');
    },
    errorBody: ({ code, message }) => ({ error: { code, message } }),
    endpoints: {
      'GET /time': ({ query }) => ({ zone: zoneOf(query.zone).id, now: new Date(context.clock.now()).toISOString() }),
      'GET /zones': { page: { size: 20, most: 100 }, answer: ({ page }) => page(Object.keys(offsets).map(zoneOf)) },
      'GET /zones/{id}': ({ params }) => zoneOf(params.id),
    },
  });
  return { app };
}
