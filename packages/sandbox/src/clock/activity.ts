import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/** How far a connection had come when it was last looked at. */
interface Progress {
  read: number;
  /** Bytes that had been written when something was last read. */
  writtenBefore: number;
}

/** Work of the process, shared by all copies of this module: each entry point of the package has one. */
interface Activity {
  /** Requests that sandboxes are answering. */
  working: number;
  /** Turns of the event loop that this module itself waits for. */
  turns: number;
  readonly clients: Map<Socket, Progress>;
  readonly servers: Set<Socket>;
  /** Transfers that have not moved for so long that they count as waiting. */
  stuck: ReadonlySet<string>;
}

// Tests may replace these later by fake ones.
const { setImmediate, setTimeout } = globalThis;
const realTime = performance.now.bind(performance);

/** How long nothing has to move before open requests count as waiting for the clock, in real milliseconds. */
const patienceMs = 1000;

const shared = Symbol.for('@x/sandbox: activity of the process');
const holder = globalThis as { [shared]?: Activity };
holder[shared] ??= watchSockets();
const activity = holder[shared];

/** Remembers the connections of this process while they are open. */
function watchSockets(): Activity {
  const clients = new Map<Socket, Progress>();
  const servers = new Set<Socket>();
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { socket: Socket };
    clients.set(socket, { read: 0, writtenBefore: 0 });
    socket.once('close', () => clients.delete(socket));
  });
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket };
    servers.add(socket);
    socket.once('close', () => servers.delete(socket));
  });
  return { working: 0, turns: 0, clients, servers, stuck: new Set() };
}

/** Counts a request as under way, until the function that is returned is called. */
export function startWork(): () => void {
  activity.working += 1;
  let isOver = false;
  return () => {
    if (!isOver) activity.working -= 1;
    isOver = true;
  };
}

/**
 * Returns the transfers between two ends of a connection: bytes that one end has sent and the other, in this process,
 * has not received, and what was sent to another process that has not responded to it.
 */
function inTransit(): string[] {
  const ends = new Map([...activity.servers].map((socket) => [`${socket.remotePort} ${socket.localPort}`, socket]));
  const open: string[] = [];
  for (const [socket, progress] of activity.clients) {
    const { bytesRead: read, bytesWritten: written, localPort, remotePort, connecting } = socket;
    if (read > progress.read) Object.assign(progress, { read, writtenBefore: written });
    const other = ends.get(`${localPort} ${remotePort}`);
    const isOpen = other
      ? written !== other.bytesRead || read !== other.bytesWritten
      : written > progress.writtenBefore;
    const state = `${localPort} ${written} ${read} ${other?.bytesRead} ${other?.bytesWritten}`;
    if ((connecting || isOpen) && !activity.stuck.has(state)) open.push(state);
  }
  return open;
}

/**
 * Whether files are being read or written, names looked up, or connections opened, or jobs of the event loop are left.
 */
function isBusy(): boolean {
  const resources = process.getActiveResourcesInfo();
  const immediates = resources.filter((kind) => kind === 'Immediate').length;
  return immediates > activity.turns || resources.some((kind) => /Req|ConnectWrap$/.test(kind));
}

/** Number of events that the event loop has handled, in versions of Node that count them. */
const countEvents = () => performance.nodeTiming?.uvMetricsInfo?.events;

/** Ends after a turn of the event loop, or after a short pause that leaves the processor to others. */
async function turn(isPause: boolean): Promise<void> {
  if (isPause) return new Promise((resolve) => void setTimeout(resolve, 1));
  activity.turns += 1;
  await new Promise((resolve) => void setImmediate(resolve));
  activity.turns -= 1;
}

/**
 * Waits until everything in this process waits for something else than input and output: a turn of the event loop has
 * found nothing to do, no request to a sandbox is being answered, and nothing is on its way over a connection. No
 * number of turns is assumed, so a busy machine only makes it longer. What does not move for a second does not count: a
 * server may wait for the clock before it reads or responds.
 *
 * @param isOver Ends the wait early.
 * @param stillForMs How long all has to be still in real milliseconds. Default 0.
 */
export async function untilIdle(isOver: () => boolean, stillForMs = 0): Promise<void> {
  let transit = inTransit();
  let movedAt = realTime();
  let isWorking = false;
  let stillSince: number | undefined;
  // A still turn, a pause and another still turn: timers of 0 and 1 ms that others have set end before the pause does.
  for (let step = 0; !isOver(); ) {
    const events = countEvents();
    const isPause = isWorking || step === 1;
    await turn(isPause);
    const before = transit.join();
    transit = inTransit();
    if (transit.join() !== before) movedAt = realTime();
    if (transit.length > 0 && realTime() - movedAt >= patienceMs) {
      activity.stuck = new Set([...activity.stuck, ...transit].slice(-100));
      transit = [];
    }
    isWorking = activity.working > 0 || transit.length > 0 || isBusy();
    if (isWorking || (!isPause && events !== countEvents())) {
      step = 0;
      stillSince = undefined;
    } else if (step > 0 || !isPause) {
      stillSince ??= realTime();
      step += 1;
    }
    if (step < 3) continue;
    if (realTime() - (stillSince ?? 0) >= stillForMs) return;
    step = 1;
  }
}
