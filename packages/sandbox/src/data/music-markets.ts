/** Markets in which the sandbox's catalog is licensed, unless a release says otherwise. */
export const catalogMarkets: readonly string[] = (
  'AE AR AT AU BE BG BO BR CA CH CL CO CR CY CZ DE DK DO EC EE EG ES FI FR GB GR GT HK HN HR HU ID IE IL IN IS IT JP KE ' +
  'KR LT LU LV MA MX MY NG NL NO NZ PA PE PH PL PT RO RS SA SE SG SI SK TH TR TW UA US UY VN ZA'
).split(' ');

const otherMarkets = (
  'AD AG AL AM AO AZ BA BB BD BF BH BI BJ BN BS BT BW BY BZ CD CG CI CM CV CW DJ DM DZ ET FJ FM GA GD GE GH GM GN GQ GW ' +
  'GY HT IQ JM JO KG KH KI KM KN KW KZ LA LB LC LI LK LR LS LY MC MD ME MG MH MK ML MN MO MR MT MU MV MW MZ NA NE NI NP ' +
  'NR OM PG PK PR PS PW PY QA RW SB SC SL SM SN SR ST SV SZ TD TG TJ TL TN TO TT TV TZ UG UZ VC VE VU WS XK YE ZM ZW'
).split(' ');

/** Every market the API knows, ISO 3166-1 alpha-2 (and XK), in order. */
export const markets: readonly string[] = [...catalogMarkets, ...otherMarkets].sort();

/** The markets that have audiobooks. */
export const audiobookMarkets: readonly string[] = ['AU', 'CA', 'GB', 'IE', 'NZ', 'US'];
