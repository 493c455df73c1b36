// A test framework's stopped clock is installed before core is loaded.
const standingStill = () => 0;
Object.assign(globalThis, { setImmediate: standingStill });

const { exchange } = await import('../src/transport/node.ts');
const url = process.argv[2] as string;
const call = async () => {
  const { signal } = new AbortController();
  const { bytes } = await exchange(`${url}/maybe`, { method: 'GET', headers: {}, body: undefined, signal }, 1000);
  return JSON.parse(new TextDecoder().decode(bytes?.())).id;
};
// Make several calls at once, so that they are completed together, in a later turn of the event loop.
console.log(JSON.stringify(await Promise.all([call(), call()])));
process.exit();
