import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMusicClient } from '@x/music';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { accountStore } from '@x/stores/accounts';
import { environmentOf } from '@x/testing/programs';
import { formsOf } from '@x/testing/secrets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli, startCli } from '../test/run-cli.ts';
import { catalogOf } from './apis.ts';

let sandbox: Sandbox;
let home: string;
let env: Record<string, string>;
beforeAll(async () => {
  sandbox = await createSandbox({
    bank: { readyAtOnce: true },
    music: { consent: 'approve', redirectUris: ['http://127.0.0.1/callback'] },
  });
  home = mkdtempSync(join(tmpdir(), 'x-secrets-'));
  const scopes = [...new Set(catalogOf('music').operations.flatMap((each) => each.scopes ?? []))];
  const [user] = sandbox.controls.music.users();
  env = {
    ...environmentOf(sandbox),
    MUSIC_USER_TOKEN: sandbox.controls.music.issueUserToken({ userId: user?.id ?? '', scopes }).accessToken,
    STREAM_USER_TOKEN: sandbox.controls.stream.issueUserToken().accessToken,
    STREAM_WEBHOOK_SECRET: 'canary-webhook-secret',
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
  };
});
afterAll(async () => {
  rmSync(home, { recursive: true });
  await sandbox.close();
});

/** Every file that commands wrote. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

const read = (file: string) => readFileSync(file, 'latin1');

/** Expects that texts contain no secret, in any encoding. */
function expectNoSecrets(texts: readonly string[], tokens: readonly (string | undefined)[] = []) {
  const variables = Object.entries(env).filter(([name]) => /SECRET$|_KEY$|TOKEN$/.test(name));
  const secrets = [...variables.map(([, value]) => value), ...tokens.map((each) => each ?? expect.unreachable())];
  expect(secrets.length).toBeGreaterThan(7);
  for (const form of secrets.flatMap((secret) => [...formsOf(secret)]))
    for (const text of texts) expect(text.includes(form), `${text.slice(0, 100)} shows ${form}`).toBe(false);
}

const lines = `music search --q love --type track --verbose
music search --q love --type track --all -o csv
music playlists list --limit 2 -o jsonl
music users me --token - --verbose
music playlists create --name Mix
music playlists create --name Mix --yes
music albums get --id nope -o json
music request GET /v1/me
music backup --to HOME/music
music restore --from HOME/music --yes
stream streams list --dry-run
stream users list --verbose
stream eventSub subscriptions list
bank accounts get --verbose
bank item get --dry-run
bank item accessToken invalidate --dry-run
bank transactions sync --all -o jsonl
bank fire SYNC_UPDATES_AVAILABLE
food foods list --dry-run
food foods list --verbose
quotes quotes random
doctor -o json
whoami bank
login bank --account one --store file --institution ins_109508
accounts
bank item get --account one --verbose
sync bank --account one --to sqlite:HOME/money.db
sync status --to sqlite:HOME/money.db
bank report --from sqlite:HOME/money.db
export jsonl --from sqlite:HOME/money.db
tap bank --account one
logout bank --account one
agent setup --yes
openapi bank
complete -- music search --type al
mus`.split('\n');

it('appear in no output and no file of any kind of command', async () => {
  mkdirSync(join(home, '.cursor'));
  const printed: string[] = [];
  for (const line of lines) {
    const args = line.replace('HOME', home).split(' ');
    const { stdout, stderr, exitCode } = await runCli(args, { env, input: env.MUSIC_USER_TOKEN ?? '' });
    expect(exitCode, `${line}: ${stderr}`).not.toBe(1);
    printed.push(stdout + stderr);
  }
  const files = filesIn(home);
  for (const part of ['money.db', 'backup.jsonl', 'mcp.json', 'key.json']) expect(files.join('\n')).toContain(part);
  expectNoSecrets([...printed, ...files.map(read)]);
});

it.runIf(process.platform === 'linux')('appear in no process list while a browser is open', async () => {
  const [browser, list] = [join(home, 'browser'), join(home, 'processes')];
  // Lists itself and the processes above it, up to the command line.
  writeFileSync(
    browser,
    `#!/bin/sh
{
  echo "$1"
  process=$$
  while [ "$process" -gt 1 ]; do
    line=$(tr '\\0' ' ' < "/proc/$process/cmdline")
    echo "$line"
    case "$line" in *cli.ts*) break ;; esac
    process=$(awk '/^PPid/ { print $2 }' "/proc/$process/status")
  done
} > ${list}.new
mv ${list}.new ${list}
`,
  );
  chmodSync(browser, 0o755);
  const { MUSIC_USER_TOKEN: _, ...own } = env;
  const login = startCli('login music --store file --account ann --scopes user-read-private'.split(' '), {
    ...own,
    BROWSER: browser,
  });
  await expect.poll(() => existsSync(list)).toBe(true);
  const processes = readFileSync(list, 'utf8');
  expect(processes).toContain('cli.ts login music');
  const [start = ''] = processes.split('\n', 1);
  const [, state] = /[?&]state=([\w-]+)/.exec(login.printed.stderr) ?? [];
  await fetch(start); // leads to the consent page, and back to the program
  expect(await once(login.program, 'close')).toEqual([0, null]);
  const { tokens } = await accountStore({ directory: join(home, '.config', 'x') });
  const grant = await createMusicClient({ ...sandbox.options.music, tokens }).accounts.get('ann');
  const texts = [processes, login.printed.stdout + login.printed.stderr, ...filesIn(join(home, '.config')).map(read)];
  expectNoSecrets(texts, [grant?.accessToken, grant?.refreshToken]);
  expect(processes).not.toContain(state ?? expect.unreachable());
});
