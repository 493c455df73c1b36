/** A few of the legacy categories, which are deprecated: id, group and path, as `a > b`. */
export const legacyCategories: readonly (readonly [string, 'special' | 'place' | 'digital', string])[] = [
  ['10000000', 'special', 'Bank Fees'],
  ['10001000', 'special', 'Bank Fees > Overdraft'],
  ['10002000', 'special', 'Bank Fees > ATM'],
  ['11000000', 'special', 'Cash Advance'],
  ['12000000', 'place', 'Community'],
  ['12001000', 'place', 'Community > Animal Shelter'],
  ['13000000', 'place', 'Food and Drink'],
  ['13001000', 'place', 'Food and Drink > Bar'],
  ['13005000', 'place', 'Food and Drink > Restaurants'],
  ['13005043', 'place', 'Food and Drink > Restaurants > Coffee Shop'],
  ['14000000', 'place', 'Healthcare'],
  ['15000000', 'special', 'Interest'],
  ['15001000', 'special', 'Interest > Interest Earned'],
  ['16000000', 'special', 'Payment'],
  ['16001000', 'special', 'Payment > Credit Card'],
  ['16002000', 'special', 'Payment > Rent'],
  ['16003000', 'special', 'Payment > Loan'],
  ['17000000', 'place', 'Recreation'],
  ['17018000', 'place', 'Recreation > Gyms and Fitness Centers'],
  ['18000000', 'place', 'Service'],
  ['18009000', 'special', 'Service > Cable'],
  ['18068000', 'special', 'Service > Utilities'],
  ['19000000', 'place', 'Shops'],
  ['19047000', 'place', 'Shops > Supermarkets and Groceries'],
  ['20000000', 'special', 'Tax'],
  ['21000000', 'special', 'Transfer'],
  ['21007000', 'special', 'Transfer > Deposit'],
  ['21009000', 'special', 'Transfer > Payroll'],
  ['21012000', 'special', 'Transfer > Withdrawal'],
  ['22000000', 'special', 'Travel'],
  ['22001000', 'special', 'Travel > Airlines and Aviation Services'],
  ['22009000', 'place', 'Travel > Gas Stations'],
  ['22016000', 'special', 'Travel > Taxi'],
];

const byPrimary: Readonly<Record<string, string>> = {
  INCOME: '21009000',
  TRANSFER_IN: '21007000',
  TRANSFER_OUT: '21000000',
  LOAN_PAYMENTS: '16003000',
  BANK_FEES: '10000000',
  ENTERTAINMENT: '17000000',
  FOOD_AND_DRINK: '13000000',
  GENERAL_MERCHANDISE: '19000000',
  HOME_IMPROVEMENT: '18000000',
  MEDICAL: '14000000',
  PERSONAL_CARE: '17000000',
  GENERAL_SERVICES: '18000000',
  GOVERNMENT_AND_NON_PROFIT: '12000000',
  TRANSPORTATION: '22000000',
  TRAVEL: '22000000',
  RENT_AND_UTILITIES: '18068000',
};

/** The legacy category that comes nearest to a primary personal finance category. */
export function legacyCategoryOf(primary: string): { id: string; hierarchy: string[] } | undefined {
  const found = legacyCategories.find(([id]) => id === byPrimary[primary]);
  return found && { id: found[0], hierarchy: found[2].split(' > ') };
}
