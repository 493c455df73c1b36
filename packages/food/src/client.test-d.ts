import type { AddressableListOptions, ListOptions } from '@x/core';
import { expectTypeOf } from 'vitest';
import type {
  AbridgedFood,
  ApiCall,
  BrandedFood,
  Food,
  FoodClient,
  LookupResult,
  Page,
  PagedCall,
  SearchFood,
  WithResponse,
} from './index.ts';

declare const client: FoodClient;
declare const food: Food;

expectTypeOf(client.foods.get).returns.toEqualTypeOf<ApiCall<Food>>();
expectTypeOf<ReturnType<typeof client.foods.get>['withResponse']>().returns.resolves.toEqualTypeOf<
  WithResponse<Food>
>();
expectTypeOf<ReturnType<typeof client.foods.search>['withResponse']>().returns.resolves.toEqualTypeOf<
  WithResponse<Page<SearchFood>>
>();
expectTypeOf(client.foods.getMany).returns.toEqualTypeOf<ApiCall<LookupResult<Food, number>>>();
expectTypeOf<Parameters<typeof client.foods.search>[1]>().toEqualTypeOf<AddressableListOptions | undefined>();
expectTypeOf<Parameters<typeof client.foods.list>[1]>().toEqualTypeOf<ListOptions | undefined>();
expectTypeOf(client.foods.list).returns.toEqualTypeOf<PagedCall<AbridgedFood>>();
expectTypeOf(client.foods.search).returns.toEqualTypeOf<PagedCall<SearchFood>>();
expectTypeOf<readonly [203]>().toExtend<NonNullable<Parameters<FoodClient['foods']['get']>[0]['nutrients']>>();

// These fields can be read without knowing the kind of the food; the others need a comparison of `dataType`.
expectTypeOf<keyof Food>().toEqualTypeOf<
  | keyof Pick<AbridgedFood, 'fdcId' | 'description' | 'dataType' | 'publicationDate' | 'foodNutrients'>
  | keyof Pick<AbridgedFood, 'brandOwner' | 'gtinUpc' | 'ndbNumber' | 'foodCode'>
  | ('foodClass' | 'foodPortions' | 'foodAttributes' | 'nutrientNamesFrom')
>();
if (food.dataType === 'Branded') expectTypeOf(food).toEqualTypeOf<BrandedFood>();
if (food.dataType === 'Survey (FNDDS)')
  expectTypeOf(food.wweiaFoodCategory?.wweiaFoodCategoryDescription).toBeNullable();
