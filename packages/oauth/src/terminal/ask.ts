import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Reads a line from standard input without showing it. Ctrl-C ends the program, as it does while nothing is read.
 *
 * @throws Error when standard input ends first; the reason of `signal`.
 */
export async function askHidden(question: string, signal: AbortSignal): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY, historySize: 0 });
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(new Error('standard input ended'));
  lines.once('close', end);
  // A terminal that hides the line reports Ctrl-C as a key. The program's own handler decides what ends then.
  lines.once('SIGINT', () => {
    lines.off('close', end);
    lines.close();
    process.kill(process.pid, 'SIGINT');
  });
  try {
    return await Promise.race([lines.question('', { signal }), ended]);
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
