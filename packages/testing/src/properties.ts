import fc from 'fast-check';

/** Factor by which property tests multiply their number of cases. */
export const times = Number(process.env.FUZZ_RUNS ?? 1);

/** Fixed by default, so that only a code change makes a test fail. Runs with more cases use a new seed. */
export const seed = Number(process.env.FUZZ_SEED ?? (times === 1 ? 1 : Math.floor(Math.random() * 2 ** 31)));
if (times !== 1) console.log(`FUZZ_SEED=${seed}`);

/** `fast-check` with this seed, and 100 cases for each property that states no number. Failures print the seed. */
fc.configureGlobal({ seed, numRuns: 100 * times });

export { fc };
