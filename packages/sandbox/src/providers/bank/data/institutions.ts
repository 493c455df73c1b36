import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import type { Settings } from '../options.ts';
import { bankData, type NamedInstitution } from './source.ts';

/** Health of an institution's connection. */
export type InstitutionHealth = 'HEALTHY' | 'DEGRADED' | 'DOWN';

/** A bank that can be linked. */
export interface Institution {
  readonly id: string;
  readonly name: string;
  readonly country: NamedInstitution['country'];
  readonly products: readonly string[];
  readonly routing_numbers: readonly string[];
  readonly oauth: boolean;
  readonly unsupported: boolean;
  /** Whether it is a payroll provider instead of a bank. */
  readonly isPayroll: boolean;
  readonly color: string;
  health: InstitutionHealth;
  healthSince: number;
}

/** Products that move money, by country. */
const paymentsOf: Partial<Record<NamedInstitution['country'], readonly string[]>> = {
  US: ['transfer'],
  GB: ['payment_initiation'],
};
/** Products about users' income. */
const income = ['income_verification', 'employment'];

/** Creates the list of institutions in the API's order. It is generated on first use. */
export function createInstitutions({ random, startedAt }: SandboxContext, settings: Settings) {
  let known: Map<string, Institution> | undefined;

  function make(named: NamedInstitution, draw: Random, products: readonly string[]): Institution {
    return {
      id: named.id,
      name: named.name,
      country: named.country,
      products: [...products, ...(paymentsOf[named.country] ?? [])],
      routing_numbers: named.country === 'US' ? [`0${draw.text(8, '0123456789')}`] : [],
      oauth: named.oauth ?? false,
      unsupported: named.unsupported ?? false,
      isPayroll: false,
      color: `#${draw.text(6, '0123456789abcdef')}`,
      health: named.status ?? 'HEALTHY',
      healthSince: startedAt,
    };
  }

  function all(): Map<string, Institution> {
    if (known) return known;
    const draw = random('institutions');
    const full =
      'assets auth balance identity investments liabilities transactions investments_auth signal statements'.split(' ');
    const everything = [...full, ...income];
    known = new Map(bankData.institutions.map((named) => [named.id, make(named, draw, everything)]));
    const { institutionPlaces, institutionKinds } = bankData;
    for (let index = 0; known.size < settings.institutions; index += 1) {
      const place = institutionPlaces[index % institutionPlaces.length];
      const kind = institutionKinds[Math.floor(index / institutionPlaces.length) % institutionKinds.length];
      const round = Math.floor(index / (institutionPlaces.length * institutionKinds.length));
      const id = `ins_${200_001 + index * 7}`;
      const name = `${place} ${kind}${round > 0 ? ` ${round + 1}` : ''}`;
      const country = index % 9 === 4 ? 'CA' : index % 9 === 7 ? 'GB' : 'US';
      const products = full.filter((product) => ['balance', 'transactions'].includes(product) || draw.int(0, 3) > 0);
      known.set(id, make({ id, name, country }, draw, [...products, ...income]));
    }
    return known;
  }

  let provider: Institution | undefined;

  /** Returns the payroll provider. Only Link offers it; lists of institutions do not include it. */
  function payroll(): Institution {
    const named = { id: 'ins_129618', name: 'Platypus Payroll', country: 'US' } as const;
    provider ??= { ...make(named, random('payroll'), income), routing_numbers: [], isPayroll: true };
    return provider;
  }

  return {
    list: () => [...all().values()],
    find: (id: string) => (id === payroll().id ? payroll() : all().get(id)),
    payroll,
  };
}

/** Returns an institution's numbers at the securities clearing house. */
export const dtcNumbers = ({ routing_numbers }: Institution): string[] =>
  routing_numbers.map((number) => number.slice(-4));

export type Institutions = ReturnType<typeof createInstitutions>;
