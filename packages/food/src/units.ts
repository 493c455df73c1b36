/** Highest ID of a nutrient. Nutrients have IDs of four digits, rows of six or more. */
export const maxNutrientId = 9999;

/** Units as lists and search spell them, and as full records do. */
export const units: Readonly<Record<string, string>> = {
  G: 'g',
  MG: 'mg',
  UG: 'µg',
  ΜG: 'µg', // uppercase of both characters used for micro
  KCAL: 'kcal',
  KJ: 'kJ',
};
