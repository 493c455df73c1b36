import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/** State of a connection when it was last checked. */
interface Progress {
  read: number;
  /** Bytes that had been written when something was last read. */
  writtenBefore: number;
}

/** Activity of the process, shared by all copies of this module because each entry point of the package has its own. */
interface Activity {
  /** Number of requests that sandboxes are responding to. */
  working: number;
  /** Number of event loop turns that this module itself is waiting for. */
  turns: number;
  readonly clients: Map<Socket, Progress>;
  readonly servers: Set<Socket>;
  /** Transfers without progress for so long that they count as waiting. */
  stuck: ReadonlySet<string>;
}

// Captured now, because tests may replace them with fakes later.
const { setImmediate, setTimeout } = globalThis;
const realTime = performance.now.bind(performance);

/** Real milliseconds without progress after which open requests count as waiting for the clock. */
const patienceMs = 1000;

const shared = Symbol.for('@x/sandbox: activity of the process');
const holder = globalThis as { [shared]?: Activity };
holder[shared] ??= watchSockets();
const activity = holder[shared];

/** Tracks the open connections of this process. */
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

/** Counts a request as under way until the returned function is called. */
export function startWork(): () => void {
  activity.working += 1;
  let isOver = false;
  return () => {
    if (!isOver) activity.working -= 1;
    isOver = true;
  };
}

/**
 * Returns the transfers that are under way: bytes that one end of a connection has sent but the other end, in this
 * process, has not received, and requests to other processes that have not responded.
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
 * Returns whether the process is reading or writing files, looking up names, opening connections, or has event loop
 * jobs left.
 */
function isBusy(): boolean {
  const resources = process.getActiveResourcesInfo();
  const immediates = resources.filter((kind) => kind === 'Immediate').length;
  return immediates > activity.turns || resources.some((kind) => /Req|ConnectWrap$/.test(kind));
}

/** Number of events that the event loop has handled, in versions of Node that count them. */
const countEvents = () => performance.nodeTiming?.uvMetricsInfo?.events;

/** Waits for a turn of the event loop, or for a short pause that lets other processes run. */
async function turn(isPause: boolean): Promise<void> {
  if (isPause) return new Promise((resolve) => void setTimeout(resolve, 1));
  activity.turns += 1;
  await new Promise((resolve) => void setImmediate(resolve));
  activity.turns -= 1;
}

/**
 * Waits until nothing in this process is waiting for input or output: a turn of the event loop found nothing to do, no
 * sandbox is responding to a request, and no data is in transit on a connection. It assumes no number of turns, so on a
 * busy machine it only takes longer. Transfers without progress for a second do not count, because a server may wait
 * for the clock before it reads or responds.
 *
 * @param isOver Returns true to end the wait early.
 * @param stillForMs Real milliseconds that the process must stay idle. Default 0.
 */
export async function untilIdle(isOver: () => boolean, stillForMs = 0): Promise<void> {
  let transit = inTransit();
  let movedAt = realTime();
  let isWorking = false;
  let stillSince: number | undefined;
  // An idle turn, a pause, and another idle turn: 0 and 1 ms timers of other code fire before the pause ends.
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
