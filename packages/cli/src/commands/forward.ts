import type { Terminal } from '../terminal.ts';
import { say } from '../terminal.ts';

/** Sends a request to the webhook of the person, and says what it answered. Never fails. */
export async function forward(terminal: Terminal, request: Request): Promise<void> {
  try {
    const { status } = await fetch(request, { signal: AbortSignal.timeout(10_000) });
    say(terminal, `${request.url} answered ${status}`);
  } catch (error) {
    const { cause, message } = error as Error;
    say(
      terminal,
      `${request.url} cannot be reached (${(cause as NodeJS.ErrnoException | undefined)?.code ?? message}). Is it running?`,
    );
  }
}
