import { setInterval } from 'node:timers/promises';
import { readFigures } from './figures.ts';
import { openServices } from './services.ts';

// Prints a line about the whole fleet every second.
const services = openServices(process.env);
let before = await readFigures(services);
for await (const _ of setInterval(1_000)) {
  const figures = await readFigures(services);
  const line = { 'jobs/s': (figures.jobs ?? 0) - (before.jobs ?? 0), ...figures };
  const words = Object.entries(line).map(([name, value]) => `${value} ${name}`);
  console.log(words.join(', '));
  before = figures;
}
