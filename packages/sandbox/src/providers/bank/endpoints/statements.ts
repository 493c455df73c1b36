import { formatDay } from '../days.ts';
import { type Endpoint, itemEndpoint } from '../endpoint.ts';
import { date, required, text } from '../fields.ts';
import { pdfAnswer } from '../pdf.ts';
import { refuse } from '../refusal.ts';
import { statementFile } from '../statement-file.ts';
import { checkWindow, hasStatements } from '../statements.ts';

// The days must be chosen in Link, so the product cannot be added by a call.
const enabled = { enabledProduct: 'statements' };

/** Statements. */
export function statementEndpoints(): Endpoint[] {
  return [
    itemEndpoint(
      '/statements/list',
      {},
      (_, item) => ({
        item_id: item.id,
        institution_id: item.institution.id,
        institution_name: item.institution.name,
        accounts: item
          .accounts()
          .filter(hasStatements)
          .map((account) => ({
            account_id: account.account_id,
            account_mask: account.mask ?? '',
            account_name: account.name,
            account_official_name: account.official_name ?? account.name,
            account_type: account.type,
            account_subtype: account.subtype,
            statements: item.statements.of(account).map(({ id, year, month, posted }) => ({
              statement_id: id,
              date_posted: formatDay(posted),
              month,
              year,
            })),
          })),
      }),
      enabled,
    ),
    itemEndpoint(
      '/statements/download',
      { statement_id: required(text()) },
      ({ statement_id }, item) => {
        const all = item
          .accounts()
          .filter(hasStatements)
          .flatMap((account) => item.statements.of(account));
        const statement = all.find(({ id }) => id === statement_id);
        return statement
          ? pdfAnswer(statementFile(item, statement))
          : refuse('INVALID_FIELD', 'statement_id must be that of a statement of this item');
      },
      enabled,
    ),
    itemEndpoint(
      '/statements/refresh',
      { start_date: required(date()), end_date: required(date()) },
      (window, item) => {
        checkWindow(window);
        item.statements.refresh(window, () =>
          item.notify('STATEMENTS', 'STATEMENTS_REFRESH_COMPLETE', { result: 'SUCCESS' }),
        );
        return {};
      },
      enabled,
    ),
  ];
}
