import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const snippets: Readonly<Record<string, string>> = {
  'music-without-secret': "import { createMusicClient } from '@x/music';\ncreateMusicClient({ clientId: 'id' });\n",
  'stream-without-secret': "import { createStreamClient } from '@x/stream';\ncreateStreamClient({ clientId: 'id' });\n",
  'music-misspelled':
    "import { createMusicClient } from '@x/music';\ncreateMusicClient({ clientId: 'id', clientSecret: 's', timeOutMs: 5 });\n",
  'music-search-type':
    "import type { MusicClient } from '@x/music';\ndeclare const music: MusicClient;\nmusic.search({ q: 'bach', type: 'song' });\n",
  'listener-without-user': `import type { StreamClient } from '@x/stream';
import { createEventListener } from '@x/stream/events';
declare const stream: StreamClient;
createEventListener(stream);
`,
  valid: `import { createMusicClient } from '@x/music';
import { createStreamClient } from '@x/stream';
createMusicClient({ clientId: 'id', clientType: 'public' });
createMusicClient({ clientId: 'id', clientSecret: 's', clientType: 'confidential', mode: undefined, retries: undefined });
createStreamClient({ clientId: 'id', clientType: 'public', extension: undefined });
export {};
`,
};

const compilers: readonly (readonly [string, string])[] = [
  ['TypeScript 5.9', pathOf('../release/node_modules/typescript-5.9/bin/tsc')],
  ["the repository's TypeScript", pathOf('../../node_modules/typescript/bin/tsc')],
];

describe.each(compilers)('under %s, the error', (name, tsc) => {
  const folder = pathOf(`.generated/type-messages-${name.replaceAll(/\W+/g, '-')}/`);
  const output = (async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [snippet, code] of Object.entries(snippets)) writeFileSync(`${folder}${snippet}.ts`, code);
    const compilerOptions = { skipLibCheck: true, types: ['node'] };
    const config = { extends: pathOf('../../tsconfig.base.json'), include: ['.'], compilerOptions };
    writeFileSync(`${folder}tsconfig.json`, JSON.stringify(config));
    const run = promisify(execFile)(process.execPath, [tsc, '-p', folder, '--pretty', 'false']);
    return run.then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
  })();

  /** Returns the errors of one snippet. */
  async function errorsOf(snippet: string): Promise<string> {
    const lines = (await output).split('\n');
    const start = lines.findIndex((line) => line.includes(`${snippet}.ts(`));
    if (start < 0) return '';
    const rest = lines.slice(start + 1);
    const length = rest.findIndex((line) => !line.startsWith(' '));
    return lines.slice(start, start + 1 + (length < 0 ? rest.length : length)).join('\n');
  }

  it.each(['music', 'stream'])('of a %s client without clientSecret names it', async (provider) => {
    const errors = await errorsOf(`${provider}-without-secret`);
    const options = provider === 'music' ? 'MusicOptions' : 'StreamOptions';
    expect(errors).toContain(
      `Property 'clientSecret' is missing in type '{ clientId: string; }' but required in type '${options}'.`,
    );
  });

  it('of a misspelled option names the option that was meant', async () => {
    expect(await errorsOf('music-misspelled')).toContain("Did you mean to write 'timeoutMs'?");
  });

  it('of a type that music.search does not know lists the types', async () => {
    const errors = await errorsOf('music-search-type');
    for (const type of ['album', 'artist', 'playlist', 'track', 'show', 'episode', 'audiobook'])
      expect(errors).toContain(`"${type}"`);
  });

  it('of a listener without a user names the ways to pass one', async () => {
    expect(await errorsOf('listener-without-user')).toContain(
      "is not assignable to type 'NeedsWithAccountOrAccountOf'.",
    );
  });

  it('does not appear for valid options, including undefined ones', async () => {
    expect(await errorsOf('valid')).toBe('');
    expect(await output).toContain('music-without-secret.ts');
  });
});
