import type { CallOptions } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { type BetweenCalls, callOptionRules, type EndpointMethods, type WithMethods } from '@x/core/provider';
import type { Device } from './records/player.ts';
import { player } from './resources/player.ts';
import { failure } from './write-all.ts';

type PlayParams = NonNullable<Parameters<EndpointMethods<typeof player>['play']>[0]>;

/** Params of {@link MusicPlayer.waitForDevice}. */
export interface DeviceParams {
  /** Name of the device, as the user sees it; upper and lower case are the same. */
  name: string;
}

/** Params of {@link MusicPlayer.playOn}: the same as for `player.play`, with the name of a device. */
export interface PlayOnParams extends Omit<PlayParams, 'device_id'>, DeviceParams {}

/** Options of {@link MusicPlayer.waitForDevice}. Call options apply to each request; `signal` ends the wait. */
export interface DeviceOptions extends CallOptions {
  /** Milliseconds to wait until the device appears. Default 30,000; 0 asks once. */
  waitMs?: number | undefined;
  /** Milliseconds between two requests. Default 2000. */
  pollMs?: number | undefined;
}

const rules = {
  ...callOptionRules,
  waitMs: optionKind.millisecondsFrom0,
  pollMs: optionKind.milliseconds,
} satisfies RulesOf<DeviceOptions>;

const paramRules = { name: optionKind.required(optionKind.string) } satisfies RulesOf<DeviceParams>;

/** A device that takes commands. */
export interface ReadyDevice extends Device {
  /** ID of the device, for `device_id`. */
  id: string;
}

/** A user's playback and devices, and commands to control them. */
export interface MusicPlayer extends EndpointMethods<typeof player> {
  /**
   * Resolves to the device with a name, as soon as it takes commands. Devices appear when their app is opened.
   *
   * @throws ApiError `not_found` when it has not appeared within `waitMs`; the message lists the devices there are.
   * @example
   * const { id } = await ann.player.waitForDevice({ name: 'Kitchen' }, { waitMs: 60_000 });
   */
  waitForDevice(params: DeviceParams, options?: DeviceOptions): Promise<ReadyDevice>;
  /**
   * Plays on the device with a name, like `play`, and waits until the device appears.
   *
   * @throws ApiError as for `waitForDevice` and `play`.
   * @example
   * await ann.player.playOn({ name: 'Kitchen', context_uri: playlist.uri });
   */
  playOn(params: PlayOnParams, options?: DeviceOptions): Promise<void>;
}

/** Returns the endpoints of the player with `waitForDevice` and `playOn`, for clients of some endpoints only. */
export function playerWithDevices(): typeof player & WithMethods<MusicPlayer> {
  const own = {
    waitForDevice: {
      ...player.devices,
      wrap: (devices: Devices, between: BetweenCalls) => (params: DeviceParams, options?: DeviceOptions) =>
        findDevice('player.waitForDevice', devices, between, params, options),
    },
    playOn: {
      ...player.play,
      wrap:
        (play: MusicPlayer['play'], between: BetweenCalls, { devices }: MusicPlayer) =>
        async (given: PlayOnParams, options?: DeviceOptions) => {
          const { name, ...params } = Object(given) as PlayOnParams;
          const { id } = await findDevice('player.playOn', devices, between, { name }, options);
          const { waitMs, pollMs, ...callOptions } = options ?? {};
          return play({ ...params, device_id: id }, callOptions);
        },
    },
  };
  return { ...player, ...own };
}

type Devices = MusicPlayer['devices'];

async function findDevice(
  operation: string,
  devices: Devices,
  between: BetweenCalls,
  params: DeviceParams,
  allOptions: DeviceOptions = {},
): Promise<ReadyDevice> {
  const { name } = Object(params) as DeviceParams;
  checkOptions({ provider: 'music', operation }, { name }, paramRules);
  checkOptions({ provider: 'music', operation }, allOptions, rules);
  const { waitMs = 30_000, pollMs = 2000, ...options } = allOptions;
  for (let waited = 0; ; waited += pollMs) {
    const { items } = await devices({}, options);
    const named = items.filter((device) => device.name.toLowerCase() === name.toLowerCase());
    const ready = named.find(({ id, is_restricted }) => id !== null && !is_restricted);
    if (ready) return ready as ReadyDevice;
    if (waited >= waitMs) {
      const names = items.map((device) => JSON.stringify(device.name)).join(', ') || 'none';
      const state = named.length > 0 ? 'takes no commands' : 'did not appear';
      throw failure(
        operation,
        'not_found',
        `device ${JSON.stringify(name)} ${state} within waitMs (${waitMs} ms). Open it in the app; devices now: ${names}`,
      );
    }
    await between.pause(Math.min(pollMs, waitMs - waited), options.signal);
  }
}
