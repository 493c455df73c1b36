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
  { yes = false, 'no-input': noInput = false, params: source, token }: CallFlags,
  secrets: Secrets,
): Promise<void> {
  const { operation, name } = offered;
  if (operation.access === 'read') return;
  const { stdin, stderr } = terminal;
  const isMoney = operation.access === 'money';
  if (isMoney || !yes) stderr.write(`${secrets.hide(await confirmationOf(offered, params, new Map()))}\n`);
  if (yes) return;
  const changes = isMoney ? 'moves money' : 'changes data';
  const canAsk = !noInput && stdin.isTTY && stderr.isTTY && source !== '-' && token === undefined;
  if (!canAsk) throw new Problem(`${name} ${changes}, and nobody can be asked. Pass --yes to do it`, 'not_confirmed');
  if (!(await ask(terminal, isMoney ? 'Move the money?' : 'Do it?')))
    throw new Problem(`${name} was not confirmed. Nothing was sent`, 'not_confirmed');
}

/** Asks a yes-or-no question on standard error. No is the default. */
export async function ask({ stdin, stderr }: Terminal, message: string): Promise<boolean> {
  const { confirm: prompt } = await import('@clack/prompts');
  return (await prompt({ message, initialValue: false, input: stdin, output: stderr })) === true;
}
