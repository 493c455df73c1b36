import { readFileSync } from 'node:fs';
import type { ErrorRule, Provider } from '@x/core/provider';
import { describe, expect, it } from 'vitest';
import { names } from '../../providers.ts';
import { exportOf } from './clients.ts';
import { optionsOf } from './fuzz-kit.ts';
import { root } from './readme.ts';

// The README of each client has a table of its errors, written for people. It must agree with the rules.

const providers = await Promise.all(
  names.map(async (name) => (await exportOf<Provider>(name, `${name}Provider`))(optionsOf(name))),
);

/** A row of the table. */
interface Row {
  /** Error code; undefined if the row has none. */
  readonly code: string | undefined;
  /** Everything that the row quotes, such as the provider's codes. */
  readonly quoted: readonly string[];
}

/** Returns the error table in a package's README. */
function tableOf(name: string): Row[] {
  const readme = readFileSync(`${root}packages/${name}/README.md`, 'utf8');
  const [, section = ''] = /^## Errors\n([\s\S]*?)^## /m.exec(readme) ?? [];
  const [header = [], , ...rows] = [...section.matchAll(/^\|(.*)\|$/gm)].map(([, line = '']) =>
    line.split('|').map((cell) => cell.trim()),
  );
  return rows.map((cells) => {
    const [code] = quotesIn(cells[header.indexOf('code')] ?? '');
    return { code, quoted: quotesIn(cells.join(' ')) };
  });
}

const quotesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted);
const providerCodesOf = ({ match }: ErrorRule): readonly string[] => [match.providerCode ?? []].flat();

describe.each(providers)('the error table in the README of $name', ({ name, errorRules = [] }) => {
  const table = tableOf(name);

  it('has a row for every code that an error rule sets', () => {
    const codes = new Set(errorRules.flatMap(({ code }) => code ?? []));
    expect(table.length).toBeGreaterThan(3); // the table was found
    expect(table.map(({ code }) => code)).toEqual(expect.arrayContaining([...codes]));
  });

  it("quotes only provider codes that a rule matches, each in the row of the rule's code", () => {
    const shouted = table.flatMap(({ quoted }) => quoted).filter((quoted) => /^[A-Z]+(?:_[A-Z]+)+$/.test(quoted));
    expect(errorRules.flatMap(providerCodesOf)).toEqual(expect.arrayContaining(shouted));
    const contradictions = table.flatMap(({ code, quoted }) =>
      errorRules
        .filter((rule) => rule.code !== undefined && rule.code !== code)
        .flatMap((rule) => providerCodesOf(rule).filter((each) => quoted.includes(each)))
        .map((each) => `${each} is not ${code}`),
    );
    expect(contradictions).toEqual([]);
  });
});
