import type { Item } from '../data/item.ts';
import { checkWindow, type StatementsWindow } from '../data/statements.ts';
import type { Call, Endpoints, Of } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { pdfAnswer } from '../wire/files.ts';

// The days must be chosen in Link, so the product cannot be added by a call.
const enabled = { enabledProduct: 'statements' };

/** Returns the accounts that get statements, each with its statements. */
const statementsOf = (item: Item) =>
  item
    .accounts()
    .filter(({ type }) => type === 'depository' || type === 'credit')
    .map((account) => ({ account, statements: item.statements.of(account) }));

export const statementEndpoints = (): Endpoints => ({
  'POST /statements/list': {
    ...enabled,
    answer: ({ item }) => ({
      item_id: item.id,
      institution_id: item.institution.id,
      institution_name: item.institution.name,
      accounts: statementsOf(item).map(({ account, statements }) => ({
        account_id: account.account_id,
        account_mask: account.mask ?? '',
        account_name: account.name,
        account_official_name: account.official_name ?? account.name,
        account_type: account.type,
        account_subtype: account.subtype,
        statements,
      })),
    }),
  },
  'POST /statements/download': {
    ...enabled,
    answer: ({ body: { statement_id: id }, item }: Call<Of<'statement_id'>>) =>
      statementsOf(item).some(({ statements }) => statements.some(({ statement_id }) => statement_id === id))
        ? pdfAnswer(`Statement of ${item.institution.name}`)
        : refuse('INVALID_FIELD', "statement_id must be the ID of one of the Item's statements"),
  },
  'POST /statements/refresh': {
    ...enabled,
    answer: ({ body: { start_date, end_date }, item }: Call<StatementsWindow>) => {
      const window = { start_date, end_date };
      checkWindow(window);
      item.statements.refresh(window, () =>
        item.notify('STATEMENTS', 'STATEMENTS_REFRESH_COMPLETE', { result: 'SUCCESS' }),
      );
    },
  },
});
