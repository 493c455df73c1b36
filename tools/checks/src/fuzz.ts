import { parseArgs } from 'node:util';
import { answers, record } from './fuzz-answers.ts';
import { inputs } from './fuzz-inputs.ts';
import { webhooks } from './fuzz-webhooks.ts';
import { wire } from './fuzz-wire.ts';

// Many cases of every fuzz, in the proportions of the tests: --cases 1000000 --seed 1 --only responses

const { values } = parseArgs({
  options: { cases: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const unhandled: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(reason));

const real = await record();
const fuzzes = [...inputs, ...answers(real), ...(await wire(real)), ...(await webhooks())].filter(
  ({ name }) => !values.only || name.includes(values.only),
);
const share = Number(values.cases ?? 1_000_000) / fuzzes.reduce((sum, { cases }) => sum + cases, 0);
/** Cases of one go, each with a seed of its own: what one leaves behind is gone after it. */
const batch = 10_000;

console.log(`seed ${seed}`);
let done = 0;
for (const { name, cases, run } of fuzzes) {
  const wanted = Math.ceil(cases * share);
  try {
    for (let from = 0; from < wanted; from += batch) await run(Math.min(batch, wanted - from), (seed + from) | 0);
    console.log(`${wanted.toLocaleString('en').padStart(9)}  ${name}`);
    done += wanted;
  } catch (error) {
    process.exitCode = 1;
    console.log(`    WRONG  ${name}\n${error instanceof Error ? error.message : error}`);
  }
}
await new Promise(setImmediate);
for (const reason of unhandled.slice(0, 10)) console.log(`WRONG  unhandled: ${reason}`);
if (unhandled.length > 0) process.exitCode = 1;
console.log(
  `${done.toLocaleString('en').padStart(9)}  in all, ${process.exitCode ? 'not all of them right' : 'all right'}`,
);
