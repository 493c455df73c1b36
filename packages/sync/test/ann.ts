const bought = (date: string, amount: number, description: string, posted = date) => ({
  date_transacted: date,
  date_posted: posted,
  amount,
  description,
});

/** A user of the sandbox, whose data is the same in every login. Tests start on 2026-01-14. */
export const ann = {
  override_accounts: [
    {
      type: 'depository',
      subtype: 'checking',
      starting_balance: 1200.5,
      meta: { name: 'Checking', mask: '1111' },
      transactions: [
        bought('2025-11-03', -3000, 'ACME PAYROLL'),
        bought('2025-11-04', 4.5, 'KILN & CRUMB #7'),
        bought('2025-11-04', 4.5, 'KILN & CRUMB #7'), // two equal coffees
        bought('2025-11-20', 500, 'TO SAVINGS'),
        bought('2025-12-03', -3000, 'ACME PAYROLL'),
        bought('2025-12-05', 100, 'TO SOMEBODY'), // two candidates, so no transfer
        bought('2025-12-20', 12.3456, 'CINEMA'),
        bought('2026-01-13', 40, 'DINER', '2026-01-16'), // pending
      ],
    },
    {
      type: 'depository',
      subtype: 'savings',
      starting_balance: 9000,
      meta: { name: 'Savings', mask: '2222' },
      transactions: [
        bought('2025-11-22', -500, 'FROM CHECKING'),
        bought('2025-12-05', -100, 'GIFT'),
        bought('2025-12-06', -100, 'GIFT'),
        bought('2025-12-07', -1500, 'YEN', '2025-12-07'),
      ],
    },
    {
      type: 'credit',
      subtype: 'credit card',
      starting_balance: 250,
      meta: { name: 'Card', mask: '3333', limit: 2000 },
      transactions: [bought('2025-12-24', 80, 'TOYS "R" US; LLC')],
    },
  ],
} as const;
