import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { environmentOf } from '@x/testing/programs';
import { formsOf } from '@x/testing/secrets';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runCli, startCli } from '../../test/run-cli.ts';
import { exitCodes } from '../failure.ts';

let sandbox: Sandbox;
let env: Record<string, string>;
beforeAll(async () => {
  sandbox = await createSandbox();
  env = environmentOf(sandbox);
});
afterAll(() => sandbox.close());

const words = (line: string) => line.split(' ');
const search = words('music search --q love --type track --fields id');
const idsIn = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id);

describe('arguments', () => {
  it.each<[string, string]>([
    ['musc', 'x: there is no command "musc"; did you mean `music`?'],
    ['music albms', 'x: there is no command "albms"; did you mean `albums`'],
    ['music albums get --idd 1', 'x: No flag registered for --idd, did you mean --id?'],
    ['music albums get -o jso', 'did you mean "json"'],
    ['music search --q a --type trak', 'x: --type: there is no value "trak"; did you mean track?'],
    ['music search --q a --type track --fields nam', 'x: --fields: there is no field "nam"; did you mean name?'],
    ['music search --q a', 'x: search: type is required'],
    ['music search --q a --type track --fields name,', 'x: --fields: a field must have a name'],
    ['music search --q= --type track', 'x: search: q must not be empty'],
    ['music users me --token - --params -', 'x: --token and --params cannot both read standard input'],
    ['music request GET albums', 'x: the path must start with /'],
    ['music request GTE /albums', 'x: there is no method "GTE"'],
    ['openapi fod', 'x: there is no API "fod"; did you mean food?'],
    ['completion bsh', 'x: there is no shell "bsh"; did you mean bash?'],
    ['bank fire SYNC_UPDATES_AVAILABL', 'did you mean SYNC_UPDATES_AVAILABLE?'],
    ['stream listen stream.onlin', 'nothing happens on a sandbox that only this command sees'],
    ['bank listen', 'Plaid cannot reach this machine'],
  ])('%s is refused with a suggestion', async (line, message) => {
    const { stderr, stdout, exitCode } = await runCli(words(line));
    expect(stderr).toContain(message);
    expect([stdout, exitCode]).toEqual(['', 2]);
  });

  it.each(['-o json --limit 0', '--output=jsonl --limit 0', '-o json nope'])(
    'that the parser refuses are an error as JSON if the format is JSON: %s',
    async (line) => {
      const { stderr, exitCode } = await runCli(words(`music search ${line}`));
      expect([JSON.parse(stderr).error.code, exitCode]).toEqual(['invalid_params', 2]);
    },
  );

  it('may have line breaks after =', async () => {
    const { stderr } = await runCli(['music', 'playlists', 'create', '--name=a\nb', '--description=', '--sandbox']);
    expect(stderr).toContain('description: ""\n  name: "a\\nb"\n');
  });

  it('may be a file or standard input', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'x-cli-'));
    const file = join(folder, 'params.json');
    const params = '{"q":"love","type":"track","limit":2}';
    writeFileSync(file, params);
    const command = words('music search --fields id -o jsonl --params');
    const results = [
      await runCli([...command, params], { env }),
      await runCli([...command, `@${file}`], { env }),
      await runCli([...command, '-'], { env, input: params }),
      await runCli([...search, '-o', 'jsonl', '--limit', '2'], { env }),
    ];
    rmSync(folder, { recursive: true });
    expect(new Set(results.map(({ stdout }) => stdout)).size).toBe(1);
    expect(idsIn(results[0]?.stdout ?? '')).toHaveLength(2);
  });
});

describe('pages', () => {
  it('continue at the cursor that the one before printed', async () => {
    const first = await runCli([...search, '--limit', '2', '-o', 'jsonl'], { env });
    const [, cursor = ''] = /^x: more: --cursor (\S+)$/m.exec(first.stderr) ?? [];
    const second = await runCli([...search, '--limit', '2', '-o', 'jsonl', '--cursor', cursor], { env });
    const both = await runCli([...search, '--limit', '4', '-o', 'jsonl'], { env });
    expect(idsIn(first.stdout + second.stdout)).toEqual(idsIn(both.stdout));
  });

  it('end at the limit, even in the middle of a page', async () => {
    const { stdout, stderr } = await runCli([...search, '--limit', '51', '-o', 'jsonl'], { env });
    expect(idsIn(stdout)).toHaveLength(51);
    expect(stderr).toBe('');
  });

  it('are read with --all in a heap that cannot hold them', async () => {
    const large = await createSandbox({ music: { largePlaylistItems: 10_000 } });
    onTestFinished(() => large.close());
    const [listener] = large.controls.music.users();
    const scopes = ['playlist-read-private'];
    const { accessToken } = large.controls.music.issueUserToken({ userId: listener?.id ?? '', scopes });
    const user = { ...environmentOf(large), MUSIC_USER_TOKEN: accessToken };
    const lists = await runCli(words('music playlists list --limit 50 -o json'), { env: user });
    const { id } = JSON.parse(lists.stdout).find((list: { tracks: { total: number } }) => list.tracks.total === 10_000);
    const all = ['music', 'playlists', 'items', '--playlist_id', id, '--all', '-o', 'jsonl', '--fields', 'added_at'];
    const { program, printed } = startCli(all, { ...user, NODE_OPTIONS: '--max-old-space-size=40' });
    expect(await once(program, 'close')).toEqual([0, null]);
    expect(printed.stdout.trim().split('\n')).toHaveLength(10_000); // 38 MB of JSON with all fields
    expect(printed.stderr).toBe('');
  });
});

describe('writes', () => {
  const create = words('music playlists create --name Mix --sandbox --fields name');

  it('are refused where nobody can be asked, and done with --yes', async () => {
    const refused = await runCli(create);
    expect([refused.stdout, refused.exitCode]).toEqual(['', exitCodes.not_confirmed]);
    expect(refused.stderr).toContain(
      'music.playlists.create changes data, and nobody can be asked. Pass --yes to do it',
    );
    const done = await runCli([...create, '--yes']);
    expect([JSON.parse(done.stdout), done.stderr]).toEqual([{ name: 'Mix' }, '']);
    expect((await runCli(words('music request DELETE /v1/me/library --sandbox'))).exitCode).toBe(
      exitCodes.not_confirmed,
    );
  });

  it('of money name the amount and the parties', async () => {
    const { stdout } = await runCli(words('bank accounts get -o json'), { env });
    const [account] = JSON.parse(stdout).accounts;
    const params = {
      account_id: account.account_id,
      type: 'debit',
      network: 'ach',
      amount: '12.34',
      ach_class: 'ppd',
      idempotency_key: 'one',
      user: { legal_name: 'Ann Example' },
    };
    const pay = ['bank', 'transfer', 'authorization', 'create', '--params', JSON.stringify(params)];
    const { stderr, exitCode } = await runCli(pay, { env });
    for (const text of ['amount: "12.34"', 'legal_name: "Ann Example"', `name: "${account.name}"`, 'moves money'])
      expect(stderr).toContain(text);
    expect(exitCode).toBe(exitCodes.not_confirmed);
    expect((await runCli([...pay, '--yes', '-o', 'json'], { env })).stdout).toContain('"12.34"');
  });
});

describe('a dry run', () => {
  it.each([
    ["music search --q lo\u00e9's --type track,album"],
    ['food foods list --dataType Foundation --pageSize 2'],
    ['bank accounts get'],
    ['stream games top --first 2'],
    ['quotes request GET /random?limit=2'],
    ['stream request POST /moderation/bans?broadcaster_id=1&moderator_id=2 --params {"data":{"reason":"x"}}'],
  ])('of %s prints the request that the call sends', async (line) => {
    const before = sandbox.requests.length;
    const { stdout, stderr, exitCode } = await runCli([...words(line), '--dry-run'], { env });
    expect([stderr, exitCode, sandbox.requests.length]).toEqual(['', 0, before]);
    await runCli([...words(line), '--yes', '-o', 'json'], { env });
    const sent = sandbox.requests.slice(before).findLast(({ path }) => !path.endsWith('token'));
    const { pathname, searchParams } = new URL(/https?:[^\s']+/.exec(stdout)?.[0] ?? '');
    expect(pathname).toBe(`/${sent?.provider}${sent?.path}`);
    expect([...searchParams]).toEqual([...(sent?.query ?? [])]);
    const [, body = ''] = / -d '(.+)'/.exec(stdout) ?? [];
    expect(body.replaceAll(/"\[redacted\]"/g, '')).toBe(
      (sent?.body ?? '').replaceAll(/(?<=_token|_id|secret)":"[^"]+"/g, '":'),
    );
  });
});

it('says that a call without a result is done when it is, and not when it fails', async () => {
  const device = words('music player volume --volume_percent 50 --yes --sandbox --device_id');
  const failed = await runCli([...device, 'none']);
  expect([failed.stderr, failed.exitCode]).toEqual([
    expect.stringMatching(/^x: player\.volume: /),
    exitCodes.not_found,
  ]);
  expect((await runCli(device.slice(0, -1))).stderr).toBe('x: done\n');
});

it('chooses an amount by a label with a comma', async () => {
  const fields = 'description, foodNutrients[carbohydrate, by difference]';
  const { stdout } = await runCli([...words('food foods get --fdcId 167512 -o csv --fields'), fields], { env });
  expect(stdout).toBe('description,"foodNutrients[carbohydrate, by difference]"\n"Butter, salted",0.06 g\n');
});

it('does not call an operation whose result is a file if a terminal would receive it', async () => {
  const before = sandbox.requests.length;
  const { stderr } = await runCli(words('bank statements download --statement_id 1'), { env, columns: 80 });
  expect(stderr).toBe('x: the result is a file, which a terminal cannot show. Write it to a file: > FILE\n');
  expect(sandbox.requests).toHaveLength(before);
});

it('sends every value of a repeated param of a request, with the question marks in it', async () => {
  const { stdout } = await runCli(words('stream request GET /users?id=1&id=2?3 --dry-run'), { env });
  expect(stdout).toContain('/users?id=1&id=2%3F3');
});

it('leaves the meanings in a help text half of a narrow terminal', async () => {
  const { stdout } = await runCli(words('music albums get --help'), { columns: 40 });
  expect(stdout).toContain('--id <text>       Required. Catalog ID\n');
});

describe('secrets', () => {
  it('appear in no output: of results, errors, steps and dry runs', async () => {
    const canaries = {
      MUSIC_CLIENT_SECRET: 'canary-music-secret',
      STREAM_CLIENT_SECRET: 'canary-stream-secret',
      BANK_CLIENT_SECRET: 'canary-bank-secret',
      FOOD_API_KEY: 'canary-food-key',
    };
    const wrong = { ...env, ...canaries };
    const token = sandbox.controls.bank.accessTokens[0] ?? '';
    const runs = [
      runCli([...search, '--verbose'], { env: wrong }),
      runCli(words('stream games top --verbose'), { env: wrong }),
      runCli(words('bank accounts get --verbose'), { env: wrong }),
      runCli(words('bank item get --verbose'), { env }),
      runCli(words('bank accounts get --dry-run'), { env: wrong }),
      runCli(words('food foods list --verbose -o json'), { env: wrong }),
      runCli(words('food foods list --dry-run'), { env: wrong }),
      runCli(words('music users me --token - --verbose'), { env: wrong, input: 'canary-user-token' }),
      runCli(words('stream users list --token - --dry-run'), { env: wrong, input: 'canary-user-token' }),
      runCli(words('bank accounts get --params {"access_token":"canary-param-token"} -o json'), { env: wrong }),
      runCli(words('doctor'), { env: wrong }),
    ];
    const printed = (await Promise.all(runs)).map(({ stdout, stderr }) => stdout + stderr).join('\n');
    for (const secret of [...Object.values(canaries), token, 'canary-user-token', 'canary-param-token'])
      for (const form of formsOf(secret)) expect(printed).not.toContain(form);
  });

  it('have no flag, because process lists show arguments', async () => {
    const { stderr } = await runCli(words('bank accounts get --access_token canary'), { env });
    expect(stderr).toContain('No flag registered for --access_token');
    expect(stderr).not.toContain('canary');
  });
});

describe('credentials', () => {
  it.each([
    ['music users me', 'users.me needs a user. Run x login music, or set MUSIC_USER_TOKEN'],
    ['bank accounts get', 'accounts.get needs a user. Run x login bank, or set BANK_ACCESS_TOKEN'],
  ])('of an app do not suffice for %s, which is said before any request', async (line, message) => {
    const before = sandbox.requests.length;
    const { stderr, exitCode } = await runCli(words(line), { env: { ...env, BANK_ACCESS_TOKEN: undefined } });
    expect([stderr, exitCode]).toEqual([`x: ${message}\n`, exitCodes.unauthenticated]);
    expect(sandbox.requests).toHaveLength(before);
  });

  it('that are missing lead to a sandbox, which is said on standard error', async () => {
    const { stdout, stderr } = await runCli([...search, '--limit', '1']);
    expect(JSON.parse(stdout)).toHaveLength(1);
    expect(stderr).toMatch(/^x: no credentials for music: using a sandbox with invented data/);
    expect((await runCli([...search, '--limit', '1', '--sandbox'])).stderr).not.toContain('no credentials');
  });

  it('that are set in part are an error that names the missing ones', async () => {
    const { stderr, exitCode } = await runCli(words('bank accounts get'), { env: { BANK_CLIENT_ID: 'id' } });
    expect(stderr).toContain('bank: BANK_CLIENT_SECRET is not set');
    expect(exitCode).toBe(exitCodes.unauthenticated);
  });

  it('may be a token on standard input', async () => {
    const [, user] = sandbox.controls.music.users();
    const { accessToken } = sandbox.controls.music.issueUserToken({ userId: user?.id ?? '', scopes: [] });
    const { MUSIC_URL, MUSIC_AUTH_URL } = env;
    const me = words('music users me --token - -o json --fields id');
    const { stdout } = await runCli(me, { env: { MUSIC_URL, MUSIC_AUTH_URL }, input: `${accessToken}\n` });
    expect(JSON.parse(stdout)).toEqual({ id: user?.id });
  });

  it('are examined by the doctor, with a remedy for each problem', async () => {
    const { stdout, exitCode } = await runCli(['doctor'], {
      env: { ...env, FOOD_API_KEY: 'wrong', QUOTES_URL: undefined },
    });
    const found = Object.fromEntries(JSON.parse(stdout).map((each: { api: string }) => [each.api, each]));
    expect(found.music).toMatchObject({ call: 'ok', host: new URL(sandbox.url).host });
    expect(found.food).toMatchObject({ call: 'unauthenticated', remedy: expect.stringContaining('key') });
    expect(found.quotes).toMatchObject({ credentials: 'none: sandbox', remedy: 'Set QUOTES_URL' });
    expect(exitCode).toBe(exitCodes.unauthenticated);
  });
});

it('prints errors as JSON if the format is JSON, and sets the exit code by their code', async () => {
  const { stderr, stdout, exitCode } = await runCli(words('quotes quotes get --id nope -o json'), { env });
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'not_found', provider: 'quotes', operation: 'quotes.get' });
  expect([stdout, exitCode]).toEqual(['', exitCodes.not_found]);
});

it('computes the nutrients in an amount of food, with a column for each nutrient', async () => {
  const given = ['food', 'panel', '--text', 'bread', '--amount', '2 slices', '--pageSize', '2', '-o', 'csv'];
  const { stdout, exitCode } = await runCli([...given, '--fields', 'description,grams,nutrients[protein]'], { env });
  expect([stdout, exitCode]).toEqual([
    'description,grams,nutrients[protein]\n"Bread, white",58,5.133 g\n"Bread, whole wheat",64,7.968 g\n',
    0,
  ]);
});

it('prints its version, and the help of a command that follows help', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(await runCli(['--version'])).toMatchObject({ stdout: `${version}\n`, exitCode: 0 });
  const [byWord, byFlag] = await Promise.all([
    runCli(words('help music albums')),
    runCli(words('music albums --help')),
  ]);
  expect(byWord).toEqual(byFlag);
});
