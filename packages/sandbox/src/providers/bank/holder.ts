import type { Random } from '../../random.ts';
import { type Account, makeOwner, type Owner } from './accounts.ts';
import type { BankAddressData } from './custom-user.ts';
import type { Institution } from './institutions.ts';
import { overrideOf } from './overrides.ts';

export type Holder = ReturnType<typeof createHolder>;

/** An address with null in what was left out of its configuration. */
export const addressOf = ({ street, city, region, postal_code, country }: BankAddressData) => ({
  street: street ?? '',
  city: city ?? null,
  region: region ?? null,
  postal_code: postal_code ?? null,
  country: country ?? null,
});

/** Who the account was configured to belong to. */
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

/** The holder of an Item's accounts, as the institution knows them at the moment, made of `random` when first asked for. */
export function createHolder(random: () => Random, institution: Institution) {
  let draw: Random | undefined;
  let known: Owner | undefined;
  function owner(): Owner {
    draw ??= random();
    known ??= makeOwner(draw, institution);
    return known;
  }
  return {
    /** Who the account belongs to. Default: who all generated accounts belong to. */
    owner: (account?: Account): Owner => (account && ownerOf(account)) ?? owner(),
    /** The holder gets a new main phone number. */
    changePhone(): void {
      const [main, ...others] = owner().phone_numbers;
      const data = `202555${draw?.text(4, '0123456789')}`;
      known = { ...owner(), phone_numbers: [{ ...main, data, primary: true, type: 'mobile' }, ...others] };
    },
  };
}
