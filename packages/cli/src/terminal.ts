import type { CommandContext } from '@stricli/core';

/** Parts of Node's `process` that commands use. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  exitCode?: number | string | null | undefined;
}

/** `this` of every command. */
export interface Context extends CommandContext {
  readonly process: Terminal;
}

/** Whether a person reads this stream and wants colors. */
export const hasColor = (stream: NodeJS.WriteStream, { NO_COLOR, TERM }: Terminal['env']): boolean =>
  stream.isTTY === true && !NO_COLOR && TERM !== 'dumb';

/** Writes text or bytes, and waits while the reader is slower. */
export async function write(stream: NodeJS.WritableStream, text: string | Uint8Array): Promise<void> {
  if (!stream.write(text)) await new Promise<void>((resolve) => stream.once('drain', resolve));
}

/** Writes a line for the person to standard error, which never carries data. */
export const say = ({ stderr }: Terminal, line: string): void => void stderr.write(`x: ${line}\n`);

/** Reads standard input to its end. */
export async function readInput({ stdin }: Terminal): Promise<string> {
  let text = '';
  stdin.setEncoding('utf8');
  for await (const chunk of stdin) text += chunk;
  return text.trim();
}
