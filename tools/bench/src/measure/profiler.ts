import { Session } from 'node:inspector/promises';

/** A function and how often it was seen at work itself. */
export interface Hot {
  readonly name: string;
  readonly where: string;
  readonly samples: number;
}

/** Lets the sampling profiler of Node watch `run`; returns who was at work, waiting aside, most first. */
export async function profiled(run: () => Promise<unknown>): Promise<Hot[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 100 });
  await session.post('Profiler.start');
  await run();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();

  // Samples are counted, not their times: those hold what the process had to wait for a core.
  const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  const seen = new Map<string, Hot>();
  for (const id of profile.samples ?? []) {
    const { functionName = '', url = '' } = nodes.get(id) ?? {};
    // Waiting, and the profiler itself.
    if (functionName === '(idle)' || url === 'node:inspector') continue;
    const hot = { name: functionName || '(anonymous)', where: placeOf(url) };
    const key = `${hot.name} ${hot.where}`;
    seen.set(key, { ...hot, samples: (seen.get(key)?.samples ?? 0) + 1 });
  }
  return [...seen.values()].sort((a, b) => b.samples - a.samples);
}

/** Package and file, without the folders of this machine. */
function placeOf(url: string): string {
  if (url.startsWith('node:')) return url.replace('node:internal/deps/', 'node:');
  if (url.startsWith('wasm:')) return 'node:undici/llhttp';
  const [, workspace] = /\/packages\/(.+)$/.exec(url) ?? [];
  if (workspace) return `@x/${workspace.replace('/dist/', ' ').replace('/src/', ' ')}`;
  const [, name, file] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?:.*\/)?(.+)$/.exec(url) ?? [];
  if (name) return `${name} ${file}`;
  return url ? 'bench' : 'native';
}
