import { type CatalogOperation, callOperation, operationsIn } from '@x/catalog';
import type { ClientEvent } from '@x/core';
import { openExistingAccounts, type Secrets } from '@x/mcp/apis';
import { apis, catalogOf, type Provider } from '../apis.ts';
import type { Run } from '../command.ts';
import { describeFailure, exitCodes } from '../failure.ts';
import type { CallFlags } from '../operation/flags.ts';
import { credentialsOf, isPublicApp, openApi, outputOf } from '../operation/open.ts';
import { ListOutput } from '../output/output.ts';
import type { Terminal } from '../terminal.ts';
import { checkApi } from './check-name.ts';

/** A cheap call of each API that needs credentials. */
const probes: Readonly<Partial<Record<Provider, readonly [operation: string, params: object]>>> = {
  stream: ['games.top', { first: 1 }],
  music: ['search', { q: 'a', type: 'artist', limit: 1 }],
  bank: ['institutions.get', { count: 1, offset: 0, country_codes: ['US'] }],
  food: ['foods.list', { pageSize: 1 }],
  quotes: ['quotes.random', {}],
};

/** Returns the first operation that reads for the app and needs no params: the probe of any other API. */
const firstRead = (api: Provider): CatalogOperation | undefined =>
  [...operationsIn(catalogOf(api)).values()].find(
    ({ access, auth, params }) => access === 'read' && auth !== 'user' && !params.required,
  );

/** Findings about an API. */
interface Finding {
  readonly api: Provider;
  readonly credentials: string;
  readonly host?: string;
  readonly call: string;
  readonly remedy?: string;
  readonly exitCode: number;
}

/** Runs `x doctor`. Exits with the code of the first API that fails. */
export const runDoctor: Run<CallFlags> = async (terminal, flags, [name], secrets) => {
  const names = name === undefined ? Object.keys(apis) : [checkApi(name)];
  const found = await Promise.all(names.map((each) => examine(terminal, each, secrets)));
  const output = new ListOutput(terminal, outputOf(terminal, flags, secrets));
  await output.page(found.map(({ exitCode: _, ...finding }) => finding));
  await output.end();
  terminal.exitCode = found.find(({ exitCode }) => exitCode !== 0)?.exitCode ?? 0;
};

async function examine(terminal: Terminal, api: Provider, secrets: Secrets): Promise<Finding> {
  const variables = Object.values(credentialsOf(api));
  const set = variables.filter((variable) => terminal.env[variable]);
  if (set.length === 0)
    return {
      api,
      credentials: 'none: sandbox',
      call: 'not made',
      remedy: `Set ${variables.join(' and ')}`,
      exitCode: 0,
    };
  let host: string | undefined;
  const onEvent = (event: ClientEvent) => {
    host = event.host;
  };
  try {
    const [name = '', params = {}] = probes[api] ?? [];
    const operation = operationsIn(catalogOf(api)).get(name) ?? firstRead(api);
    const clientOptions = { retries: 0, timeoutMs: 10_000, onEvent };
    const stored = isPublicApp(api, terminal.env) ? await (await openExistingAccounts(terminal.env))?.list() : [];
    const account = stored?.find(({ provider }) => provider === api)?.name;
    const { api: opened, close } = await openApi(
      terminal,
      api,
      { ...(account !== undefined && { account }) },
      { secrets, clientOptions, ...(operation && { operation }) },
    );
    try {
      if (operation) await callOperation(opened.client, operation.name, params);
    } finally {
      await close();
    }
    return { api, credentials: set.join(', '), ...(host && { host }), call: 'ok', exitCode: 0 };
  } catch (error) {
    const { code, message } = describeFailure(error);
    return {
      api,
      credentials: set.join(', '),
      ...(host && { host }),
      call: code,
      remedy: message,
      exitCode: exitCodes[code],
    };
  }
}
