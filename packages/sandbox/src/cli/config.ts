import { createSandbox } from '../create-sandbox.ts';
import type { SandboxOptions } from '../options.ts';
import { describe, isObject, problemOf } from '../shared/check-fields.ts';
import { FileError, readJsonFile } from './json-file.ts';

/**
 * Reads options from a file: the options of `createSandbox` as JSON, and `$schema` for editors.
 *
 * @throws FileError if they are not valid. Its message names the file and the place in it.
 */
export async function readConfig(file: string): Promise<SandboxOptions> {
  const config = readJsonFile(file);
  if (config === undefined) throw new FileError(`${file} does not exist`);
  if (!isObject(config)) throw new FileError(`${file} must contain a JSON object; got ${describe(config)}`);
  const { $schema: _, ...options } = config;
  try {
    // Opens no port and creates no data.
    const sandbox = await createSandbox({ ...options, listen: false });
    sandbox.faults.clear(); // else `close` would report that they never hit
    await sandbox.close();
  } catch (error) {
    throw new FileError(`${file}: ${problemOf(error as Error)}`);
  }
  return options;
}
