export { foods } from './resources/foods.ts';
export { specification } from './resources/specification.ts';
