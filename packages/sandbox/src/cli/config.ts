import { createSandbox } from '../create-sandbox.ts';
import type { SandboxOptions } from '../options.ts';
import { describe, isObject, problemOf } from '../shared/check-fields.ts';
import { FileError, readJsonFile } from './json-file.ts';

/**
 * The options in a file: the options of `createSandbox` as JSON, and `$schema` for editors.
 *
 * @throws FileError that names the file, and the place in it, when they are not valid.
 */
export async function readConfig(file: string): Promise<SandboxOptions> {
  const config = readJsonFile(file);
  if (config === undefined) throw new FileError(`${file} does not exist`);
  if (!isObject(config)) throw new FileError(`${file} must contain a JSON object; got ${describe(config)}`);
  const { $schema: _, ...options } = config;
  try {
    // Nothing is opened for it, and no data are made.
    const sandbox = await createSandbox({ ...options, listen: false });
    sandbox.faults.clear(); // which never hit here
    await sandbox.close();
  } catch (error) {
    throw new FileError(`${file}: ${problemOf(error as Error)}`);
  }
  return options;
}
