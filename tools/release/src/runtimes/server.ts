import { startSmokeServer } from './control.ts';

// A process of its own, which ends with the one that started it.

const { options, close } = await startSmokeServer();
console.log(JSON.stringify(options));
process.stdin.resume().once('end', close);
