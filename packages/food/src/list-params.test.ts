import { describeListParams, type ListParam } from '@x/testing';
import { endpoints } from './index.ts';

const number = (index: number) => index + 1;
const dataType: ListParam = { param: 'dataType', limit: { max: 4 }, value: () => 'Branded' };
const nutrients: ListParam = { param: 'nutrients', limit: { max: 25 }, value: number };
const fdcIds: ListParam = { param: 'fdcIds', limit: { splitBy: 20 }, value: number };

// Limits from https://fdc.nal.usda.gov/api-spec/fdc_api.html
describeListParams(endpoints, {
  'foods.find': [dataType],
  'foods.get': [nutrients],
  'foods.getMany': [fdcIds, nutrients],
  'foods.list': [dataType],
  'foods.search': [dataType, { param: 'tradeChannel', limit: { max: 8 }, value: () => 'GROCERY' }],
});
