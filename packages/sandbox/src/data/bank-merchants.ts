// Where the invented account holders spend and earn. No business of these names is meant.

/** Who money goes to or comes from, and how much at a time. */
export interface Merchant {
  readonly name: string;
  /** Detailed personal finance category; it starts with its primary category. */
  readonly category: string;
  readonly channel: 'online' | 'in store' | 'other';
  /** Cents, positive when money leaves the account. */
  readonly low: number;
  readonly high: number;
  /** Kinds of accounts it appears on. */
  readonly accounts: 'spending' | 'savings' | 'loan';
}

/** A payment that comes back. */
export interface RecurringPayment extends Omit<Merchant, 'accounts'> {
  readonly frequency: 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY' | 'ANNUALLY';
}

const primaryCategories: readonly string[] = [
  'INCOME',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'LOAN_PAYMENTS',
  'BANK_FEES',
  'ENTERTAINMENT',
  'FOOD_AND_DRINK',
  'GENERAL_MERCHANDISE',
  'HOME_IMPROVEMENT',
  'MEDICAL',
  'PERSONAL_CARE',
  'GENERAL_SERVICES',
  'GOVERNMENT_AND_NON_PROFIT',
  'TRANSPORTATION',
  'TRAVEL',
  'RENT_AND_UTILITIES',
];

/** The primary category of a detailed one. */
export const primaryOf = (category: string): string =>
  primaryCategories.find((each) => category.startsWith(`${each}_`)) ?? category;

const spending = `
Kiln & Crumb|FOOD_AND_DRINK_COFFEE|in store|295|940
Second Kettle|FOOD_AND_DRINK_COFFEE|in store|310|1120
Paper Lantern Noodles|FOOD_AND_DRINK_RESTAURANT|in store|1180|6400
Osteria Molo|FOOD_AND_DRINK_RESTAURANT|in store|2400|14800
The Copper Ladle|FOOD_AND_DRINK_RESTAURANT|in store|1450|8600
Fry Harbor|FOOD_AND_DRINK_FAST_FOOD|in store|640|2480
Bun Parade|FOOD_AND_DRINK_FAST_FOOD|in store|590|2190
Marrow & Thyme Market|FOOD_AND_DRINK_GROCERIES|in store|890|16400
Greenbarrow Grocers|FOOD_AND_DRINK_GROCERIES|in store|640|21800
Northgate Foods|FOOD_AND_DRINK_GROCERIES|in store|420|18900
Doorstep Basket|FOOD_AND_DRINK_GROCERIES|online|3200|17400
Cask & Cork|FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR|in store|980|7600
Tallow Street Books|GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS|in store|780|6200
Hem & Hollow|GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES|in store|1900|24500
Oddments Online|GENERAL_MERCHANDISE_ONLINE_MARKETPLACES|online|499|32900
Big Barn Superstore|GENERAL_MERCHANDISE_SUPERSTORES|in store|1240|19800
Voltage Row|GENERAL_MERCHANDISE_ELECTRONICS|online|1999|129900
Pup & Parrot|GENERAL_MERCHANDISE_PET_SUPPLIES|in store|890|9400
Lumen Pictures|ENTERTAINMENT_TV_AND_MOVIES|in store|1150|4800
Quarter Arcade|ENTERTAINMENT_VIDEO_GAMES|online|499|6999
Old Mill Theater|ENTERTAINMENT_SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS|in store|1800|12600
Juniper Fuel|TRANSPORTATION_GAS|in store|2100|7900
Route Nine Fuel|TRANSPORTATION_GAS|in store|1900|8400
Skipcab|TRANSPORTATION_TAXIS_AND_RIDE_SHARES|online|720|5400
Bay Line Transit|TRANSPORTATION_PUBLIC_TRANSIT|in store|225|2750
Curbside Parking|TRANSPORTATION_PARKING|in store|200|2400
Meridian Air|TRAVEL_FLIGHTS|online|8900|78900
Hotel Almanac|TRAVEL_LODGING|in store|9800|64200
Wander Wheels|TRAVEL_RENTAL_CARS|online|5400|39800
Corner Apothecary|MEDICAL_PHARMACIES_AND_SUPPLEMENTS|in store|480|8900
Bright Molar Dental|MEDICAL_DENTAL_CARE|in store|6500|42000
Shear Delight|PERSONAL_CARE_HAIR_AND_BEAUTY|in store|2400|11800
Suds Laundry|PERSONAL_CARE_LAUNDRY_AND_DRY_CLEANING|in store|600|4200
Plank & Nail Hardware|HOME_IMPROVEMENT_HARDWARE|in store|540|23900
Fern Furniture|HOME_IMPROVEMENT_FURNITURE|online|4900|89900
Gasket Garage|GENERAL_SERVICES_AUTOMOTIVE|in store|3900|62000
Parcel Pigeon|GENERAL_SERVICES_POSTAGE_AND_SHIPPING|in store|380|4600
River Cleanup Fund|GOVERNMENT_AND_NON_PROFIT_DONATIONS|online|500|10000
Cash Machine 0417|TRANSFER_OUT_WITHDRAWAL|other|2000|30000
Out-of-Network Fee|BANK_FEES_ATM_FEES|other|250|350
Oddments Online Refund|GENERAL_MERCHANDISE_ONLINE_MARKETPLACES|online|-9900|-499
Transfer from a Friend|TRANSFER_IN_ACCOUNT_TRANSFER|other|-12000|-1000
`;

const savings = `
Interest Payment|INCOME_INTEREST_EARNED|other|-940|-12
Deposit at Branch|TRANSFER_IN_DEPOSIT|other|-60000|-2500
Transfer to Checking|TRANSFER_OUT_ACCOUNT_TRANSFER|other|2500|50000
`;

const loans = `
Loan Payment Received|LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT|other|-42000|-9000
Interest Charge|BANK_FEES_INTEREST_CHARGE|other|900|4800
`;

const recurring = `
Platypus Works Payroll|INCOME_WAGES|other|-248000|-231000|BIWEEKLY
Tenpenny Property|RENT_AND_UTILITIES_RENT|other|142500|142500|MONTHLY
Gridline Power|RENT_AND_UTILITIES_GAS_AND_ELECTRICITY|online|5800|13900|MONTHLY
Fathom Streaming|ENTERTAINMENT_TV_AND_MOVIES|online|1299|1299|MONTHLY
Skein Internet|RENT_AND_UTILITIES_INTERNET_AND_CABLE|online|6500|6500|MONTHLY
Iron Finch Gym|PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS|online|2900|2900|MONTHLY
Warbler Mobile|RENT_AND_UTILITIES_TELEPHONE|online|4500|5200|MONTHLY
Harvest Crate|FOOD_AND_DRINK_GROCERIES|online|3490|3490|WEEKLY
Umbra Insurance|GENERAL_SERVICES_INSURANCE|online|61200|64800|ANNUALLY
`;

const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split('|') as [string, string, Merchant['channel'], string, string, string?]);

const parse = (table: string, accounts: Merchant['accounts']): Merchant[] =>
  rows(table).map(([name, category, channel, low, high]) => ({
    name,
    category,
    channel,
    low: Number(low),
    high: Number(high),
    accounts,
  }));

/** Merchants of irregular transactions, in a fixed order. */
export const merchants: readonly Merchant[] = [
  ...parse(spending, 'spending'),
  ...parse(savings, 'savings'),
  ...parse(loans, 'loan'),
];

/** Recurring payments, the most common first. */
export const recurringPayments: readonly RecurringPayment[] = rows(recurring).map(
  ([name, category, channel, low, high, frequency]) => ({
    name,
    category,
    channel,
    low: Number(low),
    high: Number(high),
    frequency: frequency as RecurringPayment['frequency'],
  }),
);
