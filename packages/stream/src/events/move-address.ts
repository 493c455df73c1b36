/**
 * What is wrong with the address of the new connection that a server asks to move to; undefined if nothing is. The address must be as
 * safe as the one that the listener is set to, and belong to the same host: events and session IDs are not for others.
 */
export function problemOfMove(address: string, configured: string): string | undefined {
  if (!URL.canParse(address)) return 'the address is not a URL';
  const [next, own] = [new URL(address), new URL(configured)];
  if (next.protocol !== 'wss:' && next.protocol !== own.protocol) return `it must begin with ${own.protocol}//`;
  // Twitch has named hosts below its own, such as cell-a.eventsub.wss.twitch.tv.
  if (next.host === own.host || next.host.endsWith(`.${own.host}`)) return undefined;
  return `its host is ${next.host}, not ${own.host}`;
}
