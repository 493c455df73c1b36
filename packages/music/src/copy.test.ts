import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@x/sandbox';
import { expect, it, onTestFinished } from 'vitest';
import type { Copy } from '../test/copy-worker.ts';
import { createMusicClient } from './index.ts';

const worker = fileURLToPath(new URL('../test/copy-worker.ts', import.meta.url));
/** Every night, with the numbers that the guide states. */
const isNightly = process.env.NIGHTLY === '1';

it.each(
  isNightly ? [{ entries: 3000, kills: 4, limits: 51, drops: 8 }] : [{ entries: 600, kills: 1, limits: 3, drops: 2 }],
)(
  'a copy of $entries entries equals its source after $kills kill -9, $limits responses 429 and $drops dropped responses',
  { timeout: 300_000 },
  async ({ entries, kills, limits, drops }) => {
    const sandbox = await createSandbox();
    const folder = mkdtempSync(join(tmpdir(), 'copy-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
      return sandbox.close();
    });
    const scopes = ['playlist-modify-private', 'playlist-read-private'];
    const { accessToken } = sandbox.controls.music.issueUserToken({ userId: 'sandbox', scopes });
    const { baseUrl } = sandbox.options.music;
    const options = { accessToken, baseUrl };
    const { search, playlists } = createMusicClient(options);
    const found = await search({ q: 'year:1900-2100', type: 'track' }).toArray({ limit: 500 });
    // Tracks repeat, so that a part that was added twice or not at all looks like others.
    const uris = Array.from({ length: entries }, (_, at) => found[(at * at) % found.length]?.uri ?? '');
    const { id: playlist_id } = await playlists.create({ name: 'Copy', public: false });
    const items = { provider: 'music', path: /items$/ } as const;
    sandbox.faults.add({ ...items, status: 429, headers: { 'retry-after': '0' }, probability: 0.7, times: limits });
    const dropped = { ...items, method: 'POST', drop: 'after', probability: 0.5, times: drops } as const;
    sandbox.faults.add(dropped);

    const copy: Copy = { options, playlist_id, uris, file: join(folder, 'cursor') };
    for (let run = 0; ; run += 1) {
      const child = spawn(process.execPath, ['--conditions=@x/source', worker], {
        stdio: ['pipe', 'inherit', 'inherit'],
      });
      child.stdin.end(JSON.stringify(copy));
      if (run < kills) killAfter(child, Math.ceil((entries / 100 / (kills + 1)) * 0.9));
      const [code, signal] = await once(child, 'exit');
      expect([code, signal]).toEqual(run < kills ? [null, 'SIGKILL'] : [0, null]);
      if (run === kills) break;
    }

    /** Kills the process while its next request to add entries after `count` others is being handled. */
    function killAfter(child: ChildProcess, count: number): void {
      const start = added();
      const timer = setInterval(() => added() >= start + count && child.kill('SIGKILL'), 1);
      child.once('exit', () => clearInterval(timer));
    }
    function added(): number {
      return sandbox.requests.filter(
        ({ method, path, status }) => method === 'POST' && /items$/.test(path) && status !== 429,
      ).length;
    }

    const copied: string[] = [];
    for (let next: string | null = `${baseUrl}/v1/playlists/${playlist_id}/tracks?limit=100`; next !== null; ) {
      const response: Response = await fetch(next, { headers: { authorization: `Bearer ${accessToken}` } });
      if (response.status === 429) continue;
      const page: { items: { track: { uri: string; linked_from?: { uri: string } } }[]; next: string | null } =
        await response.json();
      copied.push(...page.items.map(({ track }) => track.linked_from?.uri ?? track.uri));
      next = page.next;
    }
    expect(copied).toEqual(uris);
    expect(sandbox.requests.filter(({ status }) => status === 429).length).toBe(limits);
  },
);
