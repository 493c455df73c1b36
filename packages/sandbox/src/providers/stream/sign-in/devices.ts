import type { SandboxContext } from '../../../shared/context.ts';
import type { Grant, Tokens } from './tokens.ts';

/** A device that is waiting for its user. */
export interface Device {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
  answer: 'pending' | 'denied' | Grant;
}

/** Lifetime of a device's codes, in seconds. */
export const deviceCodeSeconds = 1800;

export type Devices = ReturnType<typeof createDevices>;

/** Creates the register of device codes and of users' decisions about them (RFC 8628). */
export function createDevices({ clock, random }: SandboxContext, tokens: Tokens) {
  const draw = random('devices');
  const byUserCode = new Map<string, Device>();
  const byDeviceCode = new Map<string, Device>();
  const isOver = ({ expiresAt }: Device) => clock.now() >= expiresAt;

  return {
    start(scopes: readonly string[]): Device {
      const device: Device = {
        deviceCode: draw.text(40),
        userCode: draw.text(8, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
        scopes,
        expiresAt: clock.now() + deviceCodeSeconds * 1000,
        answer: 'pending',
      };
      byUserCode.set(device.userCode, device);
      byDeviceCode.set(device.deviceCode, device);
      return device;
    },

    /** Returns the waiting device that shows this code. Ignores case and characters other than letters. */
    find(userCode: string): Device | undefined {
      const device = byUserCode.get(userCode.toUpperCase().replace(/[^A-Z]/g, ''));
      return device && device.answer === 'pending' && !isOver(device) ? device : undefined;
    },

    approve(device: Device, userId: string): void {
      device.answer = tokens.authorize(userId, device.scopes);
    },

    deny(device: Device): void {
      device.answer = 'denied';
    },

    /** Returns the grant of the device's user, once. */
    poll(deviceCode: string): Grant | 'pending' | 'over' {
      const device = byDeviceCode.get(deviceCode);
      if (!device || isOver(device) || device.answer === 'denied') return 'over';
      if (device.answer === 'pending') return 'pending';
      byDeviceCode.delete(deviceCode);
      return device.answer.ended ? 'over' : device.answer;
    },
  };
}
