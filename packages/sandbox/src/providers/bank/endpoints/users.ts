import type { Clock } from '../../../clock.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { type BankError, bankError } from '../errors.ts';
import { date, dateTime, flag, list, nullable, object, oneOf, required, requiredOrNull, text } from '../fields.ts';
import type { Item } from '../items.ts';
import { presentItem } from '../present-item.ts';
import { Refusal, refuse } from '../refusal.ts';
import { terminationFields } from '../termination.ts';
import type { User, Users } from '../users.ts';

const day = 86_400_000;
const optionalText = () => nullable(text());
const primary = required(flag());

const idNumberTypes = (
  'ar_dni au_drivers_license au_passport br_cpf ca_sin cl_run cn_resident_card co_nit dk_cpr eg_national_id es_dni ' +
  'es_nie hk_hkid in_pan it_cf jo_civil_id jp_my_number ke_huduma_namba kw_civil_id mx_curp mx_rfc my_nric ng_nin ' +
  'nz_drivers_license om_civil_id ph_psn pl_pesel ro_cnp sa_national_id se_pin sg_nric tr_tc_kimlik us_ssn ' +
  'us_ssn_last_4 za_smart_id'
).split(' ');

const identityFields = {
  identity: nullable(
    object({
      name: nullable(object({ given_name: required(text()), family_name: required(text()) })),
      date_of_birth: nullable(date()),
      emails: list(object({ data: required(text()), primary })),
      phone_numbers: list(object({ data: required(text()), primary })),
      addresses: list(
        object({
          street_1: optionalText(),
          street_2: optionalText(),
          city: optionalText(),
          region: optionalText(),
          country: required(text()),
          postal_code: optionalText(),
          primary,
        }),
      ),
      id_numbers: list(nullable(object({ value: required(text()), type: required(oneOf(idNumberTypes)) }))),
    }),
  ),
  consumer_report_user_identity: nullable(
    object({
      first_name: required(text()),
      last_name: required(text()),
      phone_numbers: required(list(text())),
      emails: required(list(text())),
      ssn_full: optionalText(),
      ssn_last_4: nullable(text({ min: 4, max: 4 })),
      date_of_birth: requiredOrNull(date()),
      primary_address: required(
        object({
          city: requiredOrNull(text()),
          region: requiredOrNull(text()),
          street: required(text()),
          postal_code: requiredOrNull(text()),
          country: requiredOrNull(text()),
        }),
      ),
    }),
  ),
};

const id = { user_id: required(text()) };
const reference = { user_id: text(), user_token: text() };
const itemIds = (max?: number) => ({ item_ids: required(list(text(), { min: 1, ...(max && { max }) })) });

/** Users, who keep Items together. */
export function userEndpoints(clock: Clock, users: Users): Endpoint[] {
  const isoTime = (ms: number) => new Date(ms).toISOString();
  /** Refreshes some products of every Item; each may fail on its own. */
  const refresh = (user: User, products: readonly (keyof typeof refreshes)[]) => {
    if (user.isTerminated) refuse('PRODUCT_NOT_ENABLED');
    const results = users.itemsOf(user).flatMap((item) =>
      products.map((product) => {
        const error = refreshProduct(item, product);
        return { item_id: item.id, product, ...(error && { error }) };
      }),
    );
    return { user_id: user.id, results };
  };

  return [
    endpoint(
      '/user/create',
      {
        client_user_id: required(text({ max: 128 })),
        ...identityFields,
        end_customer: text({ min: 0, max: 128 }),
        with_upgraded_user: flag(),
      },
      ({ client_user_id, identity, consumer_report_user_identity: old, with_upgraded_user }) => {
        if (old && (identity || with_upgraded_user))
          refuse('INVALID_FIELD', 'consumer_report_user_identity must be absent for users of the new kind');
        const user = users.create(client_user_id, identity ?? old, old !== undefined);
        return { user_id: user.id, ...(user.token !== undefined && { user_token: user.token }) };
      },
    ),
    endpoint('/user/get', id, ({ user_id }) => {
      const user = users.byId(user_id);
      if (user.token !== undefined) refuse('INVALID_USER_ID'); // it knows users of the new kind only
      return {
        user_id,
        client_user_id: user.clientUserId,
        created_at: isoTime(user.createdAt),
        updated_at: isoTime(user.updatedAt),
        identity: user.identity ?? null,
      };
    }),
    endpoint(
      '/user/update',
      { ...reference, ...identityFields },
      ({ identity, consumer_report_user_identity: old, ...body }) => {
        const user = users.find(body);
        const [changes, other] = user.token === undefined ? [identity, old] : [old, identity];
        if (other) refuse('INVALID_FIELD', 'identity must be of the kind the user was made with');
        user.identity = { ...user.identity, ...changes };
        user.updatedAt = clock.now();
        return {};
      },
    ),
    endpoint('/user/remove', reference, (body) => {
      users.remove(users.find(body));
      return {};
    }),
    endpoint('/user/identity/remove', id, ({ user_id }) => {
      const user = users.byId(user_id);
      user.identity = undefined;
      user.updatedAt = clock.now();
      return {};
    }),
    endpoint('/user/products/terminate', { ...id, ...terminationFields }, ({ user_id }) => {
      users.byId(user_id).isTerminated = true;
      return {};
    }),
    endpoint('/user/items/get', reference, (body) => ({ items: users.itemsOf(users.find(body)).map(presentItem) })),
    endpoint('/user/items/associate', { ...id, ...itemIds(100) }, ({ user_id, item_ids }) => {
      users.associate(users.byId(user_id), item_ids);
      return {};
    }),
    endpoint('/user/items/remove', { ...reference, ...itemIds() }, ({ item_ids, ...body }) => {
      users.removeItems(users.find(body), item_ids);
      return {};
    }),
    endpoint(
      '/user/third_party_token/create',
      { ...reference, third_party_client_id: required(text()), expiration_time: nullable(dateTime()) },
      ({ expiration_time, ...body }) => {
        const now = clock.now();
        const expiresAt = expiration_time === undefined ? now + day : Date.parse(expiration_time);
        if (expiresAt <= now || expiresAt > now + day)
          refuse('INVALID_FIELD', 'expiration_time must be within the next 24 hours');
        return { third_party_user_token: users.shareToken(users.find(body), expiresAt) };
      },
    ),
    endpoint('/user/third_party_token/remove', { third_party_user_token: required(text()) }, (body) => {
      users.unshareToken(body.third_party_user_token);
      return { removed: true };
    }),
    endpoint('/user/transactions/refresh', id, ({ user_id }) => refresh(users.byId(user_id), ['transactions'])),
    endpoint('/user/financial_data/refresh', id, ({ user_id }) =>
      refresh(users.byId(user_id), ['transactions', 'investments', 'liabilities']),
    ),
  ];
}

const refreshes = {
  transactions: (item: Item) => item.feed.refresh(),
  investments: (item: Item) => item.portfolio().refresh(),
  liabilities: () => {}, // made anew at each call
};

function refreshProduct(item: Item, product: keyof typeof refreshes): BankError | undefined {
  if (item.error) return item.error;
  if (!item.products.has(product)) return bankError('PRODUCT_NOT_ENABLED');
  try {
    refreshes[product](item);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.error;
    throw error;
  }
}
