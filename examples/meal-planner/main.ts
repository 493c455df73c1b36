import { createFoodClient, gramsOf, panel, portions, sum } from '@x/food';
import { createSandbox } from '@x/sandbox';

const apiKey = process.env.FOOD_API_KEY; // without a key, the program uses made-up foods
const options = apiKey ? { apiKey } : (await createSandbox({ listen: false })).options.food;
const { foods } = createFoodClient(options);

const recipe = [
  ['1 1/2 cups', 'white rice raw'],
  ['1 tablespoon', 'olive oil'],
  ['1 medium', 'onions raw'],
  ['½ cup, shredded', 'cheddar cheese'],
  ['2 large eggs', 'egg whole raw'],
  ['200 g', 'red tomatoes raw'],
] as const;

const panels = [];
for (const [amount, name] of recipe) {
  const [food] = await foods.find({ text: name, dataType: ['SR Legacy'] });
  if (!food) throw new Error(`no food has the words ${name}`);
  const weight = gramsOf(food, amount);
  if (weight.grams === undefined) throw new Error(weight.reason);
  console.log(`${amount} = ${Math.round(weight.grams)} g of ${food.description}`);
  panels.push(panel(food, { per: weight }));
}
const total = sum(panels);

for (const name of ['energy', 'protein', 'fiber', 'salt', 'iron', 'vitaminD'] as const) {
  const { value, unit, dailyValue, missingIn = [] } = total[name];
  const percent = dailyValue === undefined ? '' : `, ${Math.round(dailyValue)}% of the daily value`;
  const gaps = missingIn.length > 0 ? `, without ${missingIn.map((index) => recipe[index]?.[1])}` : '';
  console.log(`${name}: ${value?.toFixed(1)} ${unit}${percent}${gaps}`);
}

const [scanned] = await foods.find({ text: 'whole wheat bread', dataType: ['Branded'] }); // in place of a scanner
const [bread] = await foods.findByBarcode(scanned?.gtinUpc ?? '');
if (bread)
  for (const { label, ...per } of portions(bread))
    console.log(`${bread.description}, ${label}: ${panel(bread, { per }).energy.value?.toFixed(0)} kcal`);
