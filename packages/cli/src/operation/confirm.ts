import { confirmationOf, type Offered, type Secrets } from '@x/mcp/apis';
import { Problem } from '../failure.ts';
import type { Terminal } from '../terminal.ts';
import type { CallFlags } from './flags.ts';

/**
 * Asks before an operation changes anything. Money is named with its amount and parties, by the same code as in the MCP
 * server.
 *
 * @throws Problem `not_confirmed` if the person declines, or nobody is there and `--yes` is not given.
 */
export async function confirm(
  terminal: Terminal,
  offered: Offered,
  params: object,
  flags: CallFlags,
  secrets: Secrets,
): Promise<void> {
  const { operation, name } = offered;
  if (operation.access === 'read') return;
  const isMoney = operation.access === 'money';
  if (isMoney || !flags.yes)
    terminal.stderr.write(`${secrets.hide(await confirmationOf(offered, params, new Map()))}\n`);
  await agree(
    terminal,
    flags,
    isMoney ? `${name} moves money` : `${name} changes data`,
    isMoney ? 'Move the money?' : 'Do it?',
  );
}

/**
 * Asks the person whether to do something, unless `--yes` is given.
 *
 * @param effect Sentence such as "x changes data".
 * @throws Problem `not_confirmed` if the person declines, or nobody can be asked.
 */
export async function agree(
  terminal: Terminal,
  { yes = false, 'no-input': noInput = false, params: source, token }: CallFlags,
  effect: string,
  question: string,
): Promise<void> {
  if (yes) return;
  const { stdin, stderr } = terminal;
  const canAsk = !noInput && stdin.isTTY && stderr.isTTY && source !== '-' && token === undefined;
  if (!canAsk) throw new Problem(`${effect}, and nobody can be asked. Pass --yes to do it`, 'not_confirmed');
  if (!(await ask(terminal, question)))
    throw new Problem(`${effect}, which was not confirmed. Nothing was sent`, 'not_confirmed');
}

/** Asks a yes-or-no question on standard error. No is the default. */
export async function ask({ stdin, stderr }: Terminal, message: string): Promise<boolean> {
  const { confirm: prompt } = await import('@clack/prompts');
  return (await prompt({ message, initialValue: false, input: stdin, output: stderr })) === true;
}
