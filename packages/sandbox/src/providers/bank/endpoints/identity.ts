import { type Account, chooseAccounts } from '../accounts.ts';
import { type Endpoint, itemEndpoint } from '../endpoint.ts';
import { list, nullable, object, text } from '../fields.ts';
import { matchOwner } from '../match.ts';
import { presentItem } from '../present-item.ts';

const fields = { options: object({ account_ids: list(text()) }) };

const withoutBalances = ({ balances, ...account }: Account) => ({
  ...account,
  balances: Object.fromEntries(Object.keys(balances).map((name) => [name, null])),
});

/** What is made of the holders of accounts. */
export function identityEndpoints(): Endpoint[] {
  return [
    itemEndpoint(
      '/identity/match',
      {
        ...fields,
        user: object({
          legal_name: nullable(text()),
          phone_number: nullable(text()),
          email_address: nullable(text()),
          address: nullable(
            object({
              street: text(),
              city: nullable(text()),
              region: nullable(text()),
              postal_code: nullable(text()),
              country: nullable(text()),
            }),
          ),
        }),
      },
      ({ user = {}, options }, item) => ({
        accounts: chooseAccounts(item.accounts(), options?.account_ids).map((account) => ({
          ...withoutBalances(account),
          ...matchOwner(item.holder.owner(), user),
        })),
        item: presentItem(item),
      }),
      { product: 'identity' },
    ),
    itemEndpoint(
      '/identity/refresh',
      {},
      (_, item) => {
        if (item.profile.isDynamic) {
          item.holder.changePhone();
          const changed = item.accounts().map(({ account_id }) => [account_id, ['PHONES']]);
          item.notify('IDENTITY', 'DEFAULT_UPDATE', { account_ids_with_updated_identity: Object.fromEntries(changed) });
        }
        return {};
      },
      { enabledProduct: 'identity' },
    ),
    itemEndpoint(
      '/identity/documents/uploads/get',
      fields,
      ({ options }, item) => ({
        accounts: chooseAccounts(item.accounts(), options?.account_ids).map((account) => ({
          ...account,
          owners: [item.holder.owner()],
          documents: item.documents
            .filter(({ accountId }) => accountId === account.account_id)
            .map(({ id, pages, isAccountNumberMatch, uploadedAt }) => ({
              document_id: id,
              metadata: {
                document_type: 'BANK_STATEMENT',
                is_account_number_match: isAccountNumberMatch,
                page_count: pages,
                last_updated: new Date(uploadedAt).toISOString(),
                uploaded_at: new Date(uploadedAt).toISOString(),
              },
            })),
        })),
        item: presentItem(item),
      }),
      { product: 'identity' },
    ),
  ];
}
