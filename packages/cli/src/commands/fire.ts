import { operationsIn } from '@x/catalog';
import { catalogOf } from '../apis.ts';
import type { Run } from '../command.ts';
import { Problem } from '../failure.ts';
import type { CallFlags } from '../operation/flags.ts';
import { runOperation } from '../operation/run.ts';

/** Runs `x bank fire CODE`. */
export const runFire: Run<CallFlags & { readonly type?: string }> = async (
  terminal,
  { type, ...flags },
  [code],
  secrets,
) => {
  const catalog = catalogOf('bank');
  const operation = operationsIn(catalog).get('sandbox.fireWebhook');
  if (!operation) throw new Problem('the catalog of bank has no sandbox.fireWebhook. Install the latest packages');
  const given = { ...flags, yes: true, webhook_code: code, ...(type && { webhook_type: type }) };
  await runOperation(terminal, catalog, operation, given, secrets);
};
