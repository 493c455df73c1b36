import { type BankClient, isApiError } from '@x/bank';

/**
 * The code under test. Returns an account holder's spending, in the currency's units, or undefined while the bank
 * cannot be reached.
 */
export async function spending(bank: BankClient, accessToken: string): Promise<number | undefined> {
  try {
    const { added } = await bank.transactions.syncAll({ access_token: accessToken });
    const amounts = added.map(({ amount }) => amount).filter((amount) => amount > 0);
    return amounts.reduce((sum, amount) => sum + amount, 0);
  } catch (error) {
    if (isApiError(error) && error.code === 'unavailable') return undefined;
    throw error;
  }
}
