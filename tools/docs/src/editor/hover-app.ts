import { endpoints as bank } from '@x/bank';
import { operationsOf } from '@x/core';
import { endpoints as food } from '@x/food';
import { endpoints as music } from '@x/music';
import { endpoints as quotes } from '@x/quotes';
import { endpoints as stream } from '@x/stream';
import { clientsOf, type Documented, type Provider, readDocumented } from './documented.ts';

// A program of a user that uses everything that the five packages document, to see what editors show on it.

/** The endpoints of each provider. */
export const trees = { bank, food, music, quotes, stream };

/** A place of the program that an editor can show something on. */
export interface Place {
  /** What is hovered: `param streams.list(first)`. */
  readonly what: string;
  readonly kind: Documented['kind'] | 'method';
  readonly name: string;
  /** The known values of the string that is written here; empty for other places. */
  readonly values: readonly string[];
  /** Index of the file that it is in. */
  readonly file: number;
  /** Position of the first character of the name in the file. */
  readonly offset: number;
  readonly line: number;
  readonly character: number;
}

type Use = Pick<Documented, 'place' | 'name' | 'use' | 'values' | 'isList'> & Pick<Place, 'kind'>;

/** Editors take longer to show something in a long file. */
const placesPerFile = 250;

const usesByProvider = new Map<Provider, Use[]>();

/** Every method, group, param and field of a provider. */
function usesOf(provider: Provider): Use[] {
  const uses = usesByProvider.get(provider) ?? readUses(provider);
  usesByProvider.set(provider, uses);
  return uses;
}

function readUses(provider: Provider): Use[] {
  const methods = clientsOf(provider).clients.flatMap(([client, prefix]) =>
    operationsOf(trees[provider]).map(([operation]): Use => {
      const path = [client, ...operation.split('.')];
      const name = path.pop() ?? '';
      const use: Use['use'] = [`${path.join('.')}.`, ';'];
      return { kind: 'method', place: prefix + operation, name, use, values: [], isList: false };
    }),
  );
  return [...methods, ...readDocumented([provider], 'built')];
}

/** The files of a program that has all uses, and the places of their names. */
function programOf(provider: Provider, uses: readonly Use[]): { files: string[]; places: Place[] } {
  const head = clientsOf(provider).code;
  const files: string[] = [];
  const places = uses.map(({ kind, place, name, values, use: [before, after] }, index): Place => {
    const file = Math.floor(index / placesPerFile);
    const source = `${files[file] ?? head}\n${before}`;
    files[file] = `${source}${name}${after}`;
    const line = source.split('\n').length - 1;
    return {
      ...{ what: `${kind} ${provider}.${place}`, kind, name, values },
      ...{ file, offset: source.length, line, character: before.length },
    };
  });
  return { files, places };
}

/** The files of the program for one provider, and the places of every method, group, param and field in them. */
export function hoverApp(provider: Provider): { files: string[]; places: Place[] } {
  return programOf(provider, usesOf(provider));
}

/** A program that has an empty string wherever the values of a string are known. */
export function valuesApp(provider: Provider): { files: string[]; places: Place[] } {
  const known = usesOf(provider).filter(({ values }) => values.length > 0);
  return programOf(
    provider,
    known.map((each): Use => {
      const [before, after] = each.use;
      if (each.kind === 'param') {
        const [open, close] = each.isList ? ["['", "']"] : ["'", "'"];
        const [, colon = '', rest = ''] = /^('?: )(?:value\(\)|"[^"]*")(.*)$/.exec(after) ?? [];
        return { ...each, name: '', use: [`${before}${each.name}${colon}${open}`, `${close}${rest}`] };
      }
      const compared = `${before}${each.name}${after.slice(0, -1)}${each.isList ? '?.[0]' : ''}`;
      return { ...each, name: '', use: [`${compared} === '`, "';"] };
    }),
  );
}
