export { foods } from './resources/foods.ts';
