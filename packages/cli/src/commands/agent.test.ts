import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCli } from '../../test/run-cli.ts';
import { exitCodes } from '../failure.ts';

/** Creates a home with the configuration of some agents. */
function homeWith(files: Readonly<Record<string, string>>) {
  const home = mkdtempSync(join(tmpdir(), 'x-agent-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(home, name, '..'), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  const run = (...args: string[]) => runCli(['agent', 'setup', ...args], { env: { HOME: home } });
  return { run, read: (name: string) => readFileSync(join(home, name), 'utf8') };
}

it('adds the server to each agent that it finds, once, and keeps everything else', async () => {
  const { run, read } = homeWith({
    '.claude.json': '{"numStartups":3}',
    '.cursor/mcp.json': '{"mcpServers":{"other":{"command":"o"}}}',
    '.codex/config.toml': 'model = "m"\n',
  });
  const first = await run('--apis', 'music,food', '--yes');
  expect([first.stdout, first.exitCode]).toEqual(['', 0]);
  const args = ['-y', '@x/mcp', 'music', 'food'];
  expect(JSON.parse(read('.claude.json'))).toEqual({ numStartups: 3, mcpServers: { x: { command: 'npx', args } } });
  expect(JSON.parse(read('.cursor/mcp.json')).mcpServers).toEqual({
    other: { command: 'o' },
    x: { command: 'npx', args },
  });
  expect(read('.codex/config.toml')).toBe(
    `model = "m"\n\n[mcp_servers.x]\ncommand = "npx"\nargs = ${JSON.stringify(args)}\n`,
  );
  const second = await run('--yes');
  expect(second.stderr.match(/has the server already/g)).toHaveLength(3);
});

it.each([
  ['without an agent', {}, ['--yes'], 'no agent was found. Add the server by hand: npx -y @x/mcp', exitCodes.not_found],
  [
    'when nobody can be asked',
    { '.cursor/mcp.json': '{}' },
    [],
    'nobody can be asked. Pass --yes',
    exitCodes.not_confirmed,
  ],
  [
    'if a file is not JSON',
    { '.cursor/mcp.json': '{ // x' },
    ['--yes'],
    'mcp.json is not valid JSON',
    exitCodes.invalid_params,
  ],
  [
    'for an unknown API',
    { '.cursor/mcp.json': '{}' },
    ['--apis', 'fod'],
    'did you mean food?',
    exitCodes.invalid_params,
  ],
])('changes nothing %s', async (_, files: Record<string, string>, args, message, exitCode) => {
  const { run, read } = homeWith(files);
  const ran = await run(...args);
  expect(ran.stderr).toContain(message);
  expect(ran.exitCode).toBe(exitCode);
  for (const [name, text] of Object.entries(files)) expect(read(name)).toBe(text);
});
