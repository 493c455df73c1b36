import { refuseMissing } from '../request.ts';

/** Source of an Item's income: its transactions, a payroll provider, or documents that the user uploaded. */
export type IncomeSource = 'bank' | 'payroll' | 'document';

/** The requested part of an Item's income. */
export interface IncomeSpec {
  readonly source: IncomeSource;
  /** Days of history in the report; only for banks. */
  readonly days: number;
  /** Whether documents are checked for signs of fraud. */
  readonly hasRiskSignals: boolean;
}

/** Fields that describe the requested income, as far as the sandbox reads them. */
export interface IncomeRequest {
  readonly income_verification?:
    | {
        readonly income_source_types?: readonly string[];
        readonly bank_income?: { readonly days_requested?: number };
        readonly payroll_income?: {
          readonly flow_types?: readonly string[];
          readonly parsing_config?: readonly string[];
        };
      }
    | undefined;
}

/**
 * Returns the income requested along with `products`, if any.
 *
 * @param isPayroll Whether the login is known to be at a payroll provider.
 */
export function readIncomeSpec(
  products: readonly string[],
  { income_verification: options = {} }: IncomeRequest,
  isPayroll: boolean,
): IncomeSpec | undefined {
  if (!products.includes('income_verification') && !products.includes('employment')) return undefined;
  const { income_source_types: types = [], bank_income, payroll_income = {} } = options;
  if (isPayroll || types.includes('payroll') || !products.includes('income_verification')) {
    const { flow_types = [], parsing_config = [] } = payroll_income;
    const isDigital = flow_types.length === 0 || flow_types.includes('payroll_digital_income');
    const hasRiskSignals = parsing_config.includes('risk_signals');
    return { source: isDigital ? 'payroll' : 'document', days: 0, hasRiskSignals };
  }
  if (types.length === 0) refuseMissing('income_verification.income_source_types');
  const days = bank_income?.days_requested ?? refuseMissing('income_verification.bank_income.days_requested');
  return { source: 'bank', days, hasRiskSignals: false };
}
