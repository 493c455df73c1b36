import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import { opaqueId } from '../ids.ts';
import { type AccountOverride, accountSubtypes, type CustomUser, setOverride } from '../own-data.ts';
import { type Account, currencyFields, makeAccounts, roundToCents } from './accounts.ts';
import { type Day, formatDay, parseDay } from './days.ts';
import type { Institution } from './institutions.ts';
import type { Profile } from './profiles.ts';
import { bankData } from './source.ts';

/** Returns the value of an account's holdings. */
const worthOf = ({ holdings }: AccountOverride): number | undefined =>
  holdings?.reduce((sum, { institution_price, quantity }) => sum + institution_price * quantity, 0);

const lentOf = ({ liability }: AccountOverride): number | undefined =>
  liability?.type === 'student' ? liability.principal : undefined;

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Creates the accounts of a login, configured or generated, each with its own ID. */
export function openAccounts(
  random: SandboxContext['random'],
  { label, institution, profile, today }: { label: string; institution: Institution; profile: Profile; today: Day },
): Account[] {
  const ids = random(label);
  const { custom } = profile;
  if (!custom) return makeAccounts(ids, institution, profile.isBusiness);
  const draw = custom.seed === undefined ? random(`${label}/custom`) : random(`seeds/${custom.seed}/accounts`);
  const configured = rollDates(custom, today);
  if (configured.length === 0)
    return makeAccounts(draw, institution, false).map((account) => ({ ...account, account_id: opaqueId(ids) }));
  return configured.map((override) => {
    const account = makeAccount(override, opaqueId(ids), draw, institution);
    setOverride(account, override);
    return account;
  });
}

/** Returns the configured accounts. If requested, moves all dates so that the latest activity is on `today`. */
function rollDates(
  { override_accounts: accounts = [], roll_dates_forward }: CustomUser,
  today: Day,
): readonly AccountOverride[] {
  if (!roll_dates_forward) return accounts;
  const dates = accounts.flatMap(({ transactions = [], holdings = [], investment_transactions: trades = [] }) => [
    ...transactions.map(({ date_posted }) => date_posted),
    ...holdings.flatMap(({ institution_price_as_of }) => institution_price_as_of ?? []),
    ...trades.map(({ date }) => date),
  ]);
  if (dates.length === 0) return accounts;
  const shift = today - Math.max(...dates.map(parseDay));
  const isDate = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
  return JSON.parse(JSON.stringify(accounts), (_, value) =>
    isDate(value) ? formatDay(parseDay(value) + shift) : value,
  );
}

function makeAccount(override: AccountOverride, account_id: string, draw: Random, institution: Institution): Account {
  const { type, meta = {}, numbers } = override;
  const subtype = override.subtype ?? accountSubtypes[type][0] ?? type;
  const template =
    bankData.accounts.find((each) => each.type === type && each.subtype === subtype) ??
    bankData.accounts.find((each) => each.type === type);
  const worth = worthOf(override);
  const current =
    override.starting_balance ??
    lentOf(override) ??
    (worth === undefined ? (template?.current ?? 0) : roundToCents(worth));
  const limit = meta.limit ?? null;
  const digits = draw.text(4, '0123456789');
  return {
    account_id,
    balances: {
      available: override.has_null_available_balance
        ? null
        : (override.force_available_balance ?? availableOf(type, current, limit)),
      current,
      limit,
      ...currencyFields(override.currency ?? { US: 'USD', CA: 'CAD', GB: 'GBP' }[institution.country]),
    },
    mask: meta.mask === '' ? null : (meta.mask ?? numbers?.account?.slice(-4) ?? digits),
    name: meta.name ?? capitalized(subtype),
    official_name: meta.official_name ?? null,
    type,
    subtype,
    apy: null,
    holder_category: override.holder_category ?? 'personal',
  };
}

function availableOf(type: AccountOverride['type'], current: number, limit: number | null): number | null {
  if (type === 'depository') return current;
  return type === 'credit' && limit !== null ? roundToCents(limit - current) : null;
}
