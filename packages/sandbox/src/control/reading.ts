/** Controls that only read: calls of them are not written into the state. */
const reading = new Set([
  'stream.users',
  'stream.grants',
  'stream.extensionMessages',
  'stream.eventSub.deliveries',
  'stream.eventSub.sockets.sessions',
  'music.users',
  'music.grants',
  'bank.accessTokens',
  'bank.items',
  'bank.ledgerIds',
  'bank.webhooks',
]);

/** Whether a control, by its name in `sandbox.controls`, only reads. */
export const isReadingControl = (name: string): boolean => reading.has(name);
