/**
 * Returns the problem with the address of a new connection that a server asks to move to, or undefined if there is
 * none. The address must be as secure as the configured one and belong to the same host, because other hosts must not
 * receive events and session IDs.
 */
export function problemOfMove(address: string, configured: string): string | undefined {
  if (!URL.canParse(address)) return 'the address is not a URL';
  const [next, own] = [new URL(address), new URL(configured)];
  if (next.protocol !== 'wss:' && next.protocol !== own.protocol) return `it must begin with ${own.protocol}//`;
  // Twitch has named hosts below its own, such as cell-a.eventsub.wss.twitch.tv.
  if (next.host === own.host || next.host.endsWith(`.${own.host}`)) return undefined;
  return `its host is ${next.host}, not ${own.host}`;
}
