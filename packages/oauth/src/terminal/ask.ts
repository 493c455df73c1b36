import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * Reads a line that is not blank from standard input, without showing it. Ctrl-C ends the program, as it does while
 * nothing is read.
 *
 * @throws Error when standard input ends first; the reason of `signal`.
 */
export async function askHidden(question: string, signal: AbortSignal): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY, historySize: 0 });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const end = () => reject(new Error('standard input ended'));
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  // A pasted text may begin with a line break, and all of its lines arrive at once.
  lines.on('line', (line) => line.trim() !== '' && resolve(line));
  lines.once('close', end);
  // A terminal that hides the line reports Ctrl-C as a key. The program's own handler decides what ends then.
  lines.once('SIGINT', () => {
    lines.off('close', end);
    lines.close();
    process.kill(process.pid, 'SIGINT');
  });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    lines.close();
    stderr.write('\n');
  }
}
