import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// `bundle.ts FILE` packs the MCP server, as currently built, with its dependencies into an `.mcpb` bundle, which Claude
// Desktop installs with a click. It has the keychain's binary for the system on which it was packed.

const [file = 'tools/release/dist/x-mcp.mcpb'] = process.argv.slice(2);
const place = resolve(file);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'x-mcpb-'));
const content = join(folder, 'mcp');
const options: ExecFileSyncOptions = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] };
try {
  // Bundles cannot contain the links that pnpm makes by default.
  const hoisted = ['--legacy', '--config.node-linker=hoisted'];
  execFileSync('pnpm', ['--filter', '@x/mcp', 'deploy', '--prod', ...hoisted, content], options);
  cpSync(join(root, 'packages/mcp/manifest.json'), join(content, 'manifest.json'));
  mkdirSync(dirname(place), { recursive: true });
  execFileSync('pnpm', ['--filter', '@x/release', 'exec', 'mcpb', 'pack', content, place], options);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(place);
