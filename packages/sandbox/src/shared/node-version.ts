/** The oldest major version of Node that the sandbox runs on, as in `engines` of its package.json. */
const oldestMajor = 22;

/**
 * Describes in one sentence that Node is too old; undefined if it is not. Other runtimes report any Node version they
 * like.
 */
export function problemOfNode(
  versions: Readonly<Record<string, string | undefined>> = process.versions,
): string | undefined {
  const { node = '', bun, deno } = versions;
  if (bun !== undefined || deno !== undefined || Number.parseInt(node, 10) >= oldestMajor) return undefined;
  return `@x/sandbox needs Node.js ${oldestMajor} or later, but this is Node.js ${node}: install a newer version from https://nodejs.org.`;
}
