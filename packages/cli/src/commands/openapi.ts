import { openApiOf } from '@x/catalog';
import { catalogOf } from '../apis.ts';
import type { Run } from '../command.ts';
import { write } from '../terminal.ts';
import { checkApi } from './check-name.ts';

/** Runs `x openapi`. */
export const runOpenApi: Run<object> = async ({ stdout }, _, [name = '']) =>
  write(stdout, `${JSON.stringify(openApiOf(catalogOf(checkApi(name))), undefined, 2)}\n`);
