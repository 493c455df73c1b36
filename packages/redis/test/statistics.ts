/** Number of commands that a server has run, and their duration. */
export interface CommandCount {
  /** Scripts, each of which is one round trip. */
  readonly scripts: number;
  /** Commands that scripts ran inside the server. */
  readonly inside: number;
  /** Time that the server spent on the scripts, in microseconds. */
  readonly microseconds: number;
  /** Returns the increase over an earlier count. */
  since(earlier: CommandCount): Omit<CommandCount, 'since'>;
}

/** Commands that clients send themselves; all others are run by scripts. */
const sentByClients = ['evalsha', 'eval', 'info', 'ping', 'client|', 'hello', 'command', 'config', 'auth', 'select'];

/** Counts a server's commands, using its own statistics. */
export async function countCommands(send: (...command: string[]) => Promise<unknown>): Promise<CommandCount> {
  const text = String(await send('INFO', 'commandstats'));
  const count = { scripts: 0, inside: 0, microseconds: 0 };
  for (const [, name = '', calls, microseconds] of text.matchAll(/^cmdstat_(\S+?):calls=(\d+),usec=(\d+)/gm)) {
    if (name === 'evalsha' || name === 'eval') {
      count.scripts += Number(calls);
      count.microseconds += Number(microseconds);
    } else if (!sentByClients.some((each) => name.startsWith(each))) count.inside += Number(calls);
  }
  return {
    ...count,
    since: ({ scripts, inside, microseconds }) => ({
      scripts: count.scripts - scripts,
      inside: count.inside - inside,
      microseconds: count.microseconds - microseconds,
    }),
  };
}
