import { type Control, fieldsOf } from '../shared/controls.ts';
import type { SandboxProvider } from '../shared/provider.ts';
import { callControl } from '../state/record-controls.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Operation } from './operation.ts';

const anyResult: JsonSchema = {};

/** Creates the operation of a control. Its fields come from the query if it only reads, otherwise from the body. */
function operationOf(provider: string, name: string, control: Control): Operation {
  const { summary, reads = false, input, parameters } = control;
  const path = `${provider}.${name}`;
  const fields = fieldsOf(control);
  return {
    name: path,
    method: reads ? 'GET' : 'POST',
    path: `/${path.replaceAll('.', '/')}`,
    summary,
    input: fields,
    result: anyResult,
    provider,
    run({ current }, given: Readonly<Record<string, unknown>>) {
      const { controls, stops } = current();
      const values = parameters ? Object.keys(fields).map((field) => given[field]) : input ? [given] : [];
      const result = callControl(controls, stops, path, values);
      // A function that stops what was started cannot be sent, so programs call it by its number.
      return typeof result === 'function' ? { number: stops.get(path)?.length } : result;
    },
  };
}

/**
 * Returns the operations of a provider's controls: `POST /stream/issueUserToken` is
 * `sandbox.controls.stream.issueUserToken`.
 */
export const providerOperations = ({ name: provider, controls }: SandboxProvider): readonly Operation[] =>
  Object.entries(controls).map(([name, control]) => operationOf(provider, name, control));
