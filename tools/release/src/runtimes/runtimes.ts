/** The exact version of each runtime; what is published of it for one kind of machine needs no install script. */
const versions = {
  node22: '22.23.3',
  node24: '24.21.0',
  node26: '26.10.0',
  bun: '1.4.5',
  deno: '2.9.6',
  workerd: '1.20261117.1',
};

/** Other packages that consumers have. */
export const companions = { '@rollup/plugin-node-resolve': '16.0.3' };

/** A runtime, as npm has it. */
export interface Runtime {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** Path of the program in the package. */
  readonly program: string;
  /** What it is called with before the module to run; a worker's runtime runs none. */
  readonly args?: readonly string[];
}

/** All runtimes, for a machine. */
export function runtimes(platform: string = process.platform, arch: string = process.arch): readonly Runtime[] {
  const node = {
    package: `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`,
    program: 'bin/node',
    args: [],
  };
  return [
    ...(['node22', 'node24', 'node26'] as const).map((name) => ({ name, version: versions[name], ...node })),
    {
      name: 'bun',
      package: `@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}`,
      version: versions.bun,
      program: 'bin/bun',
      args: ['--no-install'],
    },
    {
      name: 'deno',
      package: `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`,
      version: versions.deno,
      program: 'deno',
      // All that the clients need: no files, no environment.
      args: ['run', '--no-prompt', '--no-remote', '--no-lock', '--node-modules-dir=manual', '--allow-net=127.0.0.1'],
    },
    {
      name: 'workerd',
      package: `@cloudflare/workerd-${platform}-${arch === 'x64' ? '64' : arch}`,
      version: versions.workerd,
      program: 'bin/workerd',
    },
  ];
}
