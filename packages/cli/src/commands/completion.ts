import type { Run } from '../command.ts';
import { checkName } from './check-name.ts';

/** Runs `x completion SHELL`. */
export const runCompletion: Run<object> = async (_, _flags, [shell = '']) => {
  checkName('shell', shell, ['bash', 'zsh', 'fish', 'powershell']);
  const { script } = await import('@bomb.sh/tab');
  script(shell, 'x', 'x');
};
