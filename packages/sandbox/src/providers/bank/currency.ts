const official = new Set(Intl.supportedValuesOf('currency'));

/** A currency in the two fields that the API has for it: one is null. */
export const currencyFields = (currency: string) => {
  const isOfficial = official.has(currency);
  return { iso_currency_code: isOfficial ? currency : null, unofficial_currency_code: isOfficial ? null : currency };
};
