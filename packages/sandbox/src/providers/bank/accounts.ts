import type { Random } from '../../random.ts';
import { bankData } from './data.ts';
import { opaqueId } from './ids.ts';
import type { Institution } from './institutions.ts';
import { refuse } from './refusal.ts';

/** One account of an Item, as the API shows it. */
export interface Account {
  /** ID of the account, unique to its Item. */
  readonly account_id: string;
  /** Balances in units of the currency. */
  readonly balances: {
    /** Funds that can be withdrawn or spent. Null when not known. */
    readonly available: number | null;
    /** Total in the account, or owed on it. Null when not known. */
    readonly current: number | null;
    /** Credit limit. Null when there is none. */
    readonly limit: number | null;
    /** Currency, ISO 4217. Null when `unofficial_currency_code` is set. */
    readonly iso_currency_code: string | null;
    /** Currency without an ISO code. Null when `iso_currency_code` is set. */
    readonly unofficial_currency_code: string | null;
  };
  /** Last digits of the account number. Null when there are none. */
  readonly mask: string | null;
  /** Name of the account. */
  readonly name: string;
  /** Official name of the account at the institution. Null when there is none. */
  readonly official_name: string | null;
  /** Kind of account. */
  readonly type: 'depository' | 'credit' | 'loan' | 'investment';
  /** Finer kind of account, such as `checking`. */
  readonly subtype: string;
  /** Annual percentage yield in per cent. */
  readonly apy: number | null;
  /** Whether the account is personal or business. */
  readonly holder_category: 'personal' | 'business';
  /** Unset unless it is verified by micro-deposits. */
  verification_status?: VerificationStatus;
}

/** What came of the deposits by which an account is verified. */
export type VerificationStatus = 'automatically_verified' | 'verification_expired';

/** The accounts of one login, each with its own ids. */
export function makeAccounts(random: Random, institution: Institution, business: boolean): Account[] {
  const currency = { US: 'USD', CA: 'CAD', GB: 'GBP' }[institution.country];
  return bankData.accounts.map((template) => {
    const current = random.int(template.balance[0] * 100, template.balance[1] * 100) / 100;
    const held = template.type === 'depository' ? random.int(0, 1) * 10 : 0;
    const available = template.limit === undefined ? current - held : template.limit - current;
    return {
      account_id: opaqueId(random),
      balances: {
        available: template.type === 'depository' || template.type === 'credit' ? round(available) : null,
        current,
        limit: template.limit ?? null,
        iso_currency_code: currency,
        unofficial_currency_code: null,
      },
      mask: random.text(4, '0123456789'),
      name: template.name,
      official_name: template.official && `${institution.name} ${template.official}`,
      type: template.type,
      subtype: template.subtype,
      apy: template.apy ?? null,
      holder_category: business ? 'business' : 'personal',
    };
  });
}

const round = (units: number) => Math.round(units * 100) / 100;

/** The accounts that a request names; all of them when it names none. */
export function chooseAccounts(accounts: readonly Account[], ids: readonly string[] | undefined): readonly Account[] {
  if (!ids) return accounts;
  const chosen = accounts.filter(({ account_id }) => ids.includes(account_id));
  if (chosen.length < new Set(ids).size) refuse('INVALID_ACCOUNT_ID');
  return chosen;
}

/** Whether money can be moved to and from the account by its number. */
export const hasNumbers = ({ subtype }: Account): boolean => subtype === 'checking' || subtype === 'savings';

/** Account numbers as the institution's country writes them. */
export function numbersOf(accounts: readonly Account[], institution: Institution) {
  const { country, routing_numbers } = institution;
  const shown = accounts.map((account) => {
    const { account_id, mask } = account;
    return { account_id, tail: (mask ?? '').padStart(4, '0') };
  });
  const only = <T>(where: Institution['country'], make: (each: (typeof shown)[number]) => T) =>
    country === where ? shown.map(make) : [];
  return {
    ach: only('US', ({ account_id, tail }) => ({
      account_id,
      account: `111122${tail}`,
      routing: routing_numbers[0] ?? '011401533',
      wire_routing: '021000021',
      is_tokenized_account_number: false,
    })),
    eft: only('CA', ({ account_id, tail }) => ({
      account_id,
      account: `11112222${tail}`,
      institution: '021',
      branch: '01140',
    })),
    international: only('GB', ({ account_id, tail }) => ({
      account_id,
      iban: `GB33SAND6016133192${tail}`,
      bic: 'SANDGB21',
    })),
    bacs: only('GB', ({ account_id, tail }) => ({ account_id, account: `3192${tail}`, sort_code: '601613' })),
  };
}

/** The holder of all accounts of one login. */
export function makeOwner(random: Random, institution: Institution) {
  const { givenNames, familyNames, cities, streets } = bankData;
  const name = `${random.pick(givenNames)} ${random.pick(familyNames)}`;
  const [city, region, postalCode] = random.pick(cities);
  const mailbox = name.toLowerCase().replace(' ', '.');
  const phone = () => `202555${random.text(4, '0123456789')}`;
  return {
    names: [name],
    phone_numbers: [
      { data: phone(), primary: true, type: 'mobile' },
      { data: phone(), primary: false, type: 'home' },
    ],
    emails: [
      { data: `${mailbox}@mail.example`, primary: true, type: 'primary' },
      { data: `${mailbox}@work.example`, primary: false, type: 'secondary' },
    ],
    addresses: [
      {
        data: {
          street: `${random.int(1, 999)} ${random.pick(streets)} Street`,
          city,
          region,
          postal_code: postalCode,
          country: institution.country,
        },
        primary: true,
      },
    ],
  };
}
