import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse as parseToml } from 'smol-toml';
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
  return { home, run, read: (name: string) => readFileSync(join(home, name), 'utf8') };
}

it('adds the server to each agent that it finds, once, and keeps everything else', async () => {
  const { run, read } = homeWith({
    '.claude.json': '{"numStartups":3}',
    '.cursor/mcp.json': '{"mcpServers":{"other":{"command":"o"}}}',
    '.codex/config.toml': 'model = "m"\n',
    '.config/zed/settings.json': '// Zed settings\n{\n  "theme": "One", // dark\n}\n',
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
  for (const text of ['// Zed settings\n{\n  "theme": "One",', '  "context_servers": {\n    "x": {', '// dark\n'])
    expect(read('.config/zed/settings.json')).toContain(text);
  const second = await run('--yes');
  expect(second.stderr.match(/has the server already/g)).toHaveLength(4);
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
    'mcp.json does not hold a JSON object',
    exitCodes.invalid_params,
  ],
  [
    'if a file is TOML that cannot have a table for the server',
    { '.codex/config.toml': 'mcp_servers = { o = { command = "o" } }\n' },
    ['--yes'],
    'config.toml cannot be changed',
    exitCodes.invalid_params,
  ],
  [
    'if the servers are a list',
    { '.cursor/mcp.json': '{"mcpServers":[]}' },
    ['--yes'],
    'mcp.json: mcpServers is not an object',
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

it.skipIf(process.platform === 'win32')(
  'changes the file that a link leads to, without its byte order mark, and keeps its mode',
  async () => {
    const { run, read, home } = homeWith({ 'dotfiles/mcp.json': '\ufeff{"a":1}', '.cursor/other': '' });
    chmodSync(join(home, 'dotfiles/mcp.json'), 0o644);
    symlinkSync('../dotfiles/mcp.json', join(home, '.cursor/mcp.json'));
    expect((await run('--yes')).exitCode).toBe(0);
    expect(JSON.parse(read('dotfiles/mcp.json'))).toMatchObject({ a: 1, mcpServers: { x: { command: 'npx' } } });
    expect(lstatSync(join(home, '.cursor/mcp.json')).isSymbolicLink()).toBe(true);
    expect(statSync(join(home, 'dotfiles/mcp.json')).mode & 0o777).toBe(0o644);
  },
);

it('names a file that it cannot read', async () => {
  const { run, home } = homeWith({ '.cursor/mcp.json/x': '' });
  const { stderr, exitCode } = await run('--yes');
  expect(stderr).toContain(`x: ${join(home, '.cursor/mcp.json')} cannot be changed: EISDIR`);
  expect(exitCode).toBe(exitCodes.permission_denied);
});

const strings = { type: 'array', items: { type: 'string' } };
const environment = { type: 'object', additionalProperties: { type: 'string' } };
const stdio = { command: { type: 'string' }, args: strings, env: environment };

/** Returns a schema of a server, which has only these fields. */
const serverOf = (properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required: ['command'],
  properties: { ...stdio, ...properties },
});

const typed = { type: { const: 'stdio' } };

/** Fields of a server's entry, as each host documents them. */
const formats: Readonly<Record<string, [field: string, schema: object]>> = {
  '.claude.json': ['mcpServers', serverOf(typed)],
  '.config/Claude/claude_desktop_config.json': ['mcpServers', serverOf({})],
  '.cursor/mcp.json': ['mcpServers', serverOf({ ...typed, envFile: { type: 'string' } })],
  '.config/Code/User/mcp.json': [
    'servers',
    serverOf({ ...typed, cwd: { type: 'string' }, envFile: { type: 'string' } }),
  ],
  '.codex/config.toml': [
    'mcp_servers',
    serverOf({ cwd: { type: 'string' }, env_vars: strings, enabled: { type: 'boolean' } }),
  ],
  '.config/zed/settings.json': ['context_servers', serverOf({ enabled: { type: 'boolean' } })],
};

const guide = readFileSync(new URL('../../../../docs/guides/agents.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/```(json|toml)\n([\s\S]+?)```/g)].map(([, language, text = '']) =>
  Object(language === 'toml' ? parseToml(text) : JSON.parse(text)),
);

it.skipIf(process.platform !== 'linux').each(Object.entries(formats))(
  'what it writes into %s, and what the guide shows, has the fields that the host documents',
  async (file, [field, schema]) => {
    const { run, read } = homeWith({ [file]: '' });
    const { stderr, exitCode } = await run('--yes');
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(file)]);
    const text = read(file);
    const written = file.endsWith('.toml') ? parseToml(text) : JSON.parse(text);
    const validate = new Ajv().compile(schema);
    const shown = blocks.flatMap((block) => Object.values(Object(block[field])));
    expect(shown.length).toBeGreaterThan(0);
    for (const server of [Object(written)[field].x, ...shown.filter((each) => !('url' in Object(each)))])
      expect(validate(server), JSON.stringify(validate.errors)).toBe(true);
  },
);
