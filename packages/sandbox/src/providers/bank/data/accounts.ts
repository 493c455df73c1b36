import type { Random } from '../../../shared/random.ts';
import { refuse } from '../errors.ts';
import { isId, opaqueId } from '../ids.ts';
import { type AccountOverride, overrideOf } from '../own-data.ts';
import type { BankAddressData } from '../own-records.ts';
import type { Institution } from './institutions.ts';
import { bankData } from './source.ts';

/** An Item's account, as the API shows it. */
export interface Account {
  /** ID of the account, unique to its Item. */
  readonly account_id: string;
  /** Balances in units of the currency. */
  readonly balances: {
    /** Funds that can be withdrawn or spent. Null when unknown. */
    readonly available: number | null;
    /** Total in the account, or owed on it. Null when unknown. */
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
  readonly type: 'depository' | 'credit' | 'loan' | 'investment' | 'payroll' | 'other';
  /** More specific kind of account, such as `checking`. */
  readonly subtype: string;
  /** Annual percentage yield in percent. */
  readonly apy: number | null;
  /** Whether the account is personal or business. */
  readonly holder_category: 'personal' | 'business' | 'unrecognized';
  /** Set only if the account is verified by micro-deposits. */
  verification_status?: VerificationStatus;
}

/** Result of verifying an account by micro-deposits. */
export type VerificationStatus = 'automatically_verified' | 'verification_expired';

/** Generates the accounts of a login, each with its own ID. */
export function makeAccounts(random: Random, institution: Institution, business: boolean): Account[] {
  const currency = { US: 'USD', CA: 'CAD', GB: 'GBP' }[institution.country];
  return bankData.accounts.map(({ official, available, current, limit, apy, holder_category, ...template }) => ({
    account_id: opaqueId(random),
    balances: {
      available,
      current,
      limit: limit ?? null,
      iso_currency_code: currency,
      unofficial_currency_code: null,
    },
    ...template,
    official_name: official,
    apy: apy ?? null,
    holder_category: business ? 'business' : (holder_category ?? 'personal'),
  }));
}

/** Rounds an amount to whole cents. */
export const roundToCents = (amount: number): number => Math.round(amount * 100) / 100;

/** Returns the accounts that a request names, or all of them if it names none. */
export function chooseAccounts(accounts: readonly Account[], ids: readonly string[] | undefined): readonly Account[] {
  if (!ids) return accounts;
  if (!ids.every(isId)) refuse('INVALID_FIELD', 'account_ids must be a non-empty array of valid account ids');
  const chosen = accounts.filter(({ account_id }) => ids.includes(account_id));
  if (chosen.length < new Set(ids).size) refuse('INVALID_ACCOUNT_ID');
  return chosen;
}

/** Returns the account that a request names. */
export function findAccount(accounts: readonly Account[], id: string): Account {
  if (!isId(id)) refuse('INVALID_FIELD', 'account_id must be a valid account id');
  return accounts.find(({ account_id }) => account_id === id) ?? refuse('INVALID_ACCOUNT_ID');
}

/**
 * Returns the accounts that an endpoint searches for one of its kind, even if the request names only some: all of the
 * Item's accounts, or a processor's only account.
 */
export const knownAccounts = (item: { accounts(): readonly Account[] }, grant?: { account: Account }) =>
  grant ? [grant.account] : item.accounts();

/** Whether money can be moved to and from the account by its number. */
export const hasNumbers = (account: Account): boolean =>
  ['checking', 'savings', 'cash management'].includes(account.subtype) ||
  (account.type === 'depository' && overrideOf(account)?.numbers !== undefined);

type OwnNumbers = NonNullable<AccountOverride['numbers']>;

/** An account without any of these has the numbers of its institution's country. */
const kinds = ['ach_routing', 'eft_branch', 'international_iban', 'bacs_sort_code'] as const;

/** Returns account numbers in the format of the institution's country, and the configured ones. */
export function numbersOf(accounts: readonly Account[], { country, routing_numbers }: Institution) {
  const of = <Shown extends object>(
    where: Institution['country'],
    kind: (typeof kinds)[number],
    make: (own: OwnNumbers, tail: string) => Shown,
  ) =>
    accounts.flatMap((account) => {
      const { account_id, mask } = account;
      const own: OwnNumbers = overrideOf(account)?.numbers ?? {};
      const isLocal = country === where && kinds.every((each) => !own[each]);
      return isLocal || own[kind] ? [{ account_id, ...make(own, (mask ?? '').padStart(4, '0')) }] : [];
    });
  return {
    ach: of('US', 'ach_routing', (own, tail) => ({
      account: own.account ?? `111122${tail}`,
      routing: own.ach_routing ?? routing_numbers[0] ?? '011401533',
      wire_routing: own.ach_wire_routing ?? '021000021',
      is_tokenized_account_number: false,
    })),
    eft: of('CA', 'eft_branch', (own, tail) => ({
      account: own.account ?? `11112222${tail}`,
      institution: own.eft_institution ?? '021',
      branch: own.eft_branch ?? '01140',
    })),
    international: of('GB', 'international_iban', (own, tail) => ({
      iban: own.international_iban ?? `GB33SAND6016133192${tail}`,
      bic: own.international_bic ?? 'SANDGB21',
    })),
    bacs: of('GB', 'bacs_sort_code', (own, tail) => ({
      account: own.account ?? `3192${tail}`,
      sort_code: own.bacs_sort_code ?? '601613',
    })),
  };
}

/** An institution's data about an account's holder. */
export interface Owner {
  readonly names: string[];
  readonly phone_numbers: { readonly data: string; readonly primary: boolean; readonly type: string }[];
  readonly emails: { readonly data: string; readonly primary: boolean; readonly type: string }[];
  readonly addresses: { readonly data: Address; readonly primary: boolean }[];
}

export interface Address {
  readonly street: string;
  readonly city: string | null;
  readonly region: string | null;
  readonly postal_code: string | null;
  readonly country: string | null;
}

/** Generates the holder of all accounts of a login. */
export function makeOwner(random: Random, institution: Institution): Owner {
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

export type Holder = ReturnType<typeof createHolder>;

/** Returns an address with null for the parts that its configuration leaves out. */
export const addressOf = ({ street, city, region, postal_code, country }: BankAddressData) => ({
  street: street ?? '',
  city: city ?? null,
  region: region ?? null,
  postal_code: postal_code ?? null,
  country: country ?? null,
});

/** Returns the configured holder of an account, if any. */
function ownerOf(account: Account): Owner | undefined {
  const identity = overrideOf(account)?.identity;
  if (!identity) return undefined;
  const { names = [], phone_numbers = [], emails = [], addresses = [] } = identity;
  const contact = <T extends { readonly primary?: boolean | undefined; readonly type?: string | undefined }>(
    each: T,
  ) => ({
    ...each,
    primary: each.primary ?? false,
    type: each.type ?? 'other',
  });
  return {
    names: [...names],
    phone_numbers: phone_numbers.map(contact),
    emails: emails.map(contact),
    addresses: addresses.map(({ data, primary = false }) => ({ data: addressOf(data), primary })),
  };
}

/**
 * Creates the holder of an Item's accounts, as the institution currently knows them. Generated from `random` on first
 * use.
 */
export function createHolder(random: () => Random, institution: Institution) {
  let draw: Random | undefined;
  let known: Owner | undefined;
  function owner(): Owner {
    draw ??= random();
    known ??= makeOwner(draw, institution);
    return known;
  }
  return {
    /** Returns an account's holder. Default: the holder of all generated accounts. */
    owner: (account?: Account): Owner => (account && ownerOf(account)) ?? owner(),
    /** Gives the holder a new main phone number. */
    changePhone(): void {
      const [main, ...others] = owner().phone_numbers;
      const data = `202555${draw?.text(4, '0123456789')}`;
      known = { ...owner(), phone_numbers: [{ ...main, data, primary: true, type: 'mobile' }, ...others] };
    },
  };
}

const official = new Set(Intl.supportedValuesOf('currency'));

/** Returns a currency in the API's two fields for it, one of which is null. */
export const currencyFields = (currency: string) => {
  const isOfficial = official.has(currency);
  return { iso_currency_code: isOfficial ? currency : null, unofficial_currency_code: isOfficial ? null : currency };
};
