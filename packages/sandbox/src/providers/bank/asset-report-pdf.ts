import type { ReadReport } from './asset-reports.ts';
import { makePdf } from './pdf.ts';

/** A report as a PDF: each account with its owners, balances and transactions. */
export function assetReportPdf({ report }: ReadReport): Uint8Array<ArrayBuffer> {
  const lines = [
    'Asset Report',
    `Report ${report.asset_report_id}`,
    `Generated ${report.date_generated}, ${report.days_requested} days of history`,
  ];
  const holder = [report.user.first_name, report.user.middle_name, report.user.last_name].filter(Boolean).join(' ');
  if (holder) lines.push(`For ${holder}`);
  for (const { institution_name, date_last_updated, accounts } of report.items) {
    lines.push('', `${institution_name}, last updated ${date_last_updated}`);
    for (const account of accounts) {
      const { current, available, iso_currency_code: currency } = account.balances;
      lines.push(
        '',
        `${account.name} ${account.mask ?? ''} (${account.type}, ${account.subtype})`,
        `  Owners: ${account.owners.flatMap(({ names }) => names).join(', ')}`,
        `  Current balance: ${current ?? '-'} ${currency ?? ''}  Available: ${available ?? '-'}`,
        ...account.transactions.map(
          ({ date, amount, original_description }) =>
            `  ${date}  ${amount.toFixed(2).padStart(12)}  ${original_description ?? ''}`,
        ),
      );
    }
  }
  return makePdf(lines);
}
