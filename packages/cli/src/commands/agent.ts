import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isObject } from '@x/core/options';
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import type { Run } from '../command.ts';
import { Problem } from '../failure.ts';
import { ask } from '../operation/confirm.ts';
import { say, type Terminal } from '../terminal.ts';
import { checkApi, checkName } from './check-name.ts';

/** An agent's program, and the file that lists its MCP servers. */
interface Host {
  readonly name: string;
  readonly file: string;
  /** Field that holds the servers. */
  readonly field: 'mcpServers' | 'servers' | 'context_servers' | 'mcp_servers';
}

/** Lists the hosts, with the files that they read on this system. */
function hostsOf({ APPDATA, XDG_CONFIG_HOME, HOME = homedir() }: Terminal['env'], platform: NodeJS.Platform): Host[] {
  const roaming = APPDATA ?? join(HOME, 'AppData', 'Roaming');
  const dotConfig = XDG_CONFIG_HOME || join(HOME, '.config');
  const config =
    { darwin: join(HOME, 'Library', 'Application Support'), win32: roaming }[platform as string] ?? dotConfig;
  const zed = platform === 'win32' ? join(roaming, 'Zed') : join(dotConfig, 'zed');
  return [
    { name: 'Claude Code', file: join(HOME, '.claude.json'), field: 'mcpServers' },
    { name: 'Claude Desktop', file: join(config, 'Claude', 'claude_desktop_config.json'), field: 'mcpServers' },
    { name: 'Cursor', file: join(HOME, '.cursor', 'mcp.json'), field: 'mcpServers' },
    { name: 'VS Code', file: join(config, 'Code', 'User', 'mcp.json'), field: 'servers' },
    { name: 'Codex', file: join(HOME, '.codex', 'config.toml'), field: 'mcp_servers' },
    { name: 'Zed', file: join(zed, 'settings.json'), field: 'context_servers' },
  ];
}

/** A host is there if the file is, or the folder that the host alone uses. */
const isFound = ({ file }: Host): boolean =>
  existsSync(file) || (!file.endsWith('.claude.json') && existsSync(dirname(file)));

/** Returns the host's configuration with the server; undefined if it has one already. */
function withServer(host: Host, text: string, args: readonly string[]): string | undefined {
  const { file, field } = host;
  const isToml = field === 'mcp_servers';
  const config = isToml ? readToml(file, text) : readCommented(file, text);
  const servers = config[field] === undefined ? {} : config[field];
  if (!isObject(servers)) throw new Problem(`${file}: ${field} is not an object. Correct it first`);
  if (Object.hasOwn(servers, 'x')) return undefined;
  const server = { ...(field === 'servers' && { type: 'stdio' }), command: 'npx', args };
  const changed = isToml
    ? `${text.trimEnd()}\n\n[mcp_servers.x]\ncommand = "npx"\nargs = ${JSON.stringify(args)}\n`.trimStart()
    : applyEdits(text, modify(text, [field, 'x'], server, { formattingOptions: { insertSpaces: true, tabSize: 2 } }));
  if (isToml) readToml(file, changed); // such as a table that is written inline
  return changed.endsWith('\n') ? changed : `${changed}\n`;
}

/** Reads JSON that may have comments and trailing commas, as editors do. */
function readCommented(file: string, text: string): Readonly<Record<string, unknown>> {
  const errors: ParseError[] = [];
  const config: unknown = text.trim() === '' ? {} : parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || typeof config !== 'object' || config === null || Array.isArray(config))
    throw new Problem(`${file} does not hold a JSON object. Correct it first`);
  return config as Readonly<Record<string, unknown>>;
}

function readToml(file: string, text: string): Readonly<Record<string, unknown>> {
  try {
    return parseToml(text);
  } catch (error) {
    throw new Problem(`${file} cannot be changed: ${(error as Error).message.split('\n')[0]}. Correct it first`);
  }
}

/** Does something with a host's file, and names the file in an error. */
function onFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Problem(`${file} cannot be changed: ${(error as Error).message}`, 'permission_denied');
  }
}

/**
 * Writes a file so that it has either its former content or all of the new one. A link to a file, as people have who
 * keep their configuration in a repository, stays.
 */
function replaceFile(given: string, text: string): void {
  mkdirSync(dirname(given), { recursive: true });
  const file = existsSync(given) ? realpathSync(given) : given;
  const mode = existsSync(file) ? statSync(file).mode & 0o777 : 0o600;
  const fresh = `${file}.${process.pid}.tmp`;
  writeFileSync(fresh, text, { mode });
  renameSync(fresh, file);
}

/** Runs `x agent setup`. */
export const runAgent: Run<{ readonly yes?: boolean; readonly apis?: string }> = async (
  terminal,
  { yes = false, apis },
  [action],
) => {
  checkName('command', String(action), ['setup']);
  const args = ['-y', '@x/mcp', ...(apis === undefined ? [] : apis.split(',').map((name) => checkApi(name.trim())))];
  const hosts = hostsOf(terminal.env, process.platform).filter(isFound);
  if (hosts.length === 0)
    throw new Problem(`no agent was found. Add the server by hand: npx ${args.join(' ')}`, 'not_found');
  for (const host of hosts) {
    const { name, file } = host;
    const text = onFile(file, () => (existsSync(file) ? readFileSync(file, 'utf8') : ''));
    const changed = withServer(host, text.replace(/^\ufeff/, ''), args);
    if (changed === undefined) say(terminal, `${name}: ${file} has the server already`);
    else if (yes || (await askFor(terminal, host))) {
      onFile(file, () => replaceFile(file, changed));
      say(terminal, `${name}: added to ${file}. Restart ${name}`);
    } else say(terminal, `${name}: not changed`);
  }
};

function askFor(terminal: Terminal, { name, file }: Host): Promise<boolean> {
  if (!terminal.stdin.isTTY)
    throw new Problem(`this changes ${file}, and nobody can be asked. Pass --yes to do it`, 'not_confirmed');
  return ask(terminal, `${name}: add the server x to ${file}?`);
}
