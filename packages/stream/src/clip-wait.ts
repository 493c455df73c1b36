import { ApiError, type CallOptions } from '@x/core';
import type { BetweenCalls, EndpointMethods, WithMethods } from '@x/core/provider';
import { type Clip, clips } from './resources/clips.ts';

type Clips = EndpointMethods<typeof clips>;

/** Short parts of broadcasts: finding, creating and downloading them. */
export interface StreamClips extends Clips {
  /**
   * Creates a clip, and resolves to it as soon as it is ready, usually within a few seconds. Twitch reports a clip that
   * it could not create only by not having it after 15 seconds.
   *
   * @throws ApiError `unavailable` when the clip is not ready after 15 seconds; otherwise the same errors as `create`.
   * @see https://dev.twitch.tv/docs/api/reference/clips/#create-clip
   * @example
   * const { url } = await ann.clips.createAndWait({ broadcaster_id });
   */
  createAndWait(params: Parameters<Clips['create']>[0], options?: CallOptions): Promise<Clip>;
}

const pollMs = 1000;
const waitMs = 15_000;

/** Returns the endpoints of clips with `createAndWait`, for clients of some endpoints only. */
export function clipsWithWait(): typeof clips & WithMethods<StreamClips> {
  const wrap =
    (create: Clips['create'], between: BetweenCalls, { getMany }: Clips): StreamClips['createAndWait'] =>
    async (params, options) => {
      const { id } = await create(params, options);
      for (let waited = 0; ; waited += pollMs) {
        const { items } = await getMany({ id }, options);
        if (items[0]) return items[0];
        if (waited >= waitMs) throw notReady(id);
        await between.pause(pollMs, options?.signal);
      }
    };
  const own = { createAndWait: { ...clips.create, wrap } };
  return { ...clips, ...own };
}

const notReady = (id: string) =>
  new ApiError(
    `clips.createAndWait: clip ${id} is not ready after ${waitMs} ms, so Twitch could not create it. Create another one`,
    {
      code: 'unavailable',
      provider: 'stream',
      operation: 'clips.createAndWait',
      retryable: true,
      outcome: 'done',
    },
  );
