import type { SandboxOptions } from './options.ts';
import { planBank } from './providers/bank/plan.ts';
import { planFood } from './providers/food/plan.ts';
import { planMusic } from './providers/music/plan.ts';
import { planQuotes } from './providers/quotes/plan.ts';
import { planStream } from './providers/stream/plan.ts';
import type { Sandbox } from './sandbox.ts';
import { startSandbox } from './server/start-sandbox.ts';

const plans = { stream: planStream, music: planMusic, bank: planBank, food: planFood, quotes: planQuotes };

/**
 * Starts the five APIs and their auth servers. Each is loaded and its data made with its first use; all their data is dated
 * from this moment.
 *
 * @example
 * const sandbox = await createSandbox();
 * const music = createMusicClient(sandbox.options.music);
 */
export const createSandbox = (options: SandboxOptions = {}): Promise<Sandbox> => startSandbox(plans, options);
