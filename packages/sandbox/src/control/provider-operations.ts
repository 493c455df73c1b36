import type { ProviderName } from '../shared/context.ts';
import { callControl } from '../state/record-controls.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Operation } from './operation.ts';
import { type Control, controlTables, fieldsOf } from './provider-controls.ts';
import { isReadingControl } from './reading.ts';

const anyResult: JsonSchema = {};

/** The route of a control: its fields are read from the query where it only reads, else from the body. */
function operationOf(provider: ProviderName, name: string, control: Control): Operation {
  const { summary, input, parameters } = control;
  const path = `${provider}.${name}`;
  const fields = fieldsOf(control);
  const isRead = isReadingControl(path);
  return {
    name: path,
    method: isRead ? 'GET' : 'POST',
    path: `/${path.replaceAll('.', '/')}`,
    summary,
    input: fields,
    result: anyResult,
    provider,
    run({ current }, given: Readonly<Record<string, unknown>>) {
      const { controls, stops } = current();
      const values = parameters ? Object.keys(fields).map((field) => given[field]) : input ? [given] : [];
      const result = callControl(controls, stops, path, values);
      // A function that ends what was started is called by its number.
      return typeof result === 'function' ? { number: stops.get(path)?.length } : result;
    },
  };
}

/** The controls of the providers: `POST /stream/issueUserToken` is `sandbox.controls.stream.issueUserToken`. */
export const providerOperations: readonly Operation[] = Object.entries<Readonly<Record<string, Control>>>(
  controlTables,
).flatMap(([provider, controls]) =>
  Object.entries(controls).map(([name, control]) => operationOf(provider as ProviderName, name, control)),
);
