const firstPrimes = (count: number): number[] => {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes;
};

/** Returns the first 32 bits of a number's fraction. */
const fractionBits = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;

const primes = /* @__PURE__ */ firstPrimes(64);
const roundConstants = /* @__PURE__ */ primes.map((prime) => fractionBits(Math.cbrt(prime)));
const initialState = /* @__PURE__ */ primes.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)));

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/**
 * Returns the SHA-256 (FIPS 180-4) of a string in UTF-8, as 64 hexadecimal digits. The only implementation that all
 * runtimes share returns a promise, but events are synchronous. The one of `@noble/hashes` is over five times as large.
 */
export function sha256(text: string): string {
  const message = new TextEncoder().encode(text);
  // Pad with a 1 bit, zeros, and the length in bits, up to a multiple of 64 bytes.
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);

  const state = Int32Array.from(initialState);
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let index = 0; index < 16; index++) words[index] = view.getInt32(block + index * 4);
    addBlock(state, words);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Adds a block, the first 16 of `words`, to the state. */
function addBlock(state: Int32Array, words: Int32Array): void {
  const at = (index: number) => words[index] as number;
  for (let index = 16; index < 64; index++) {
    const [early, late] = [at(index - 15), at(index - 2)];
    const low = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const high = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[index] = at(index - 16) + low + at(index - 7) + high;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (roundConstants[index] as number) + at(index);
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] as number) + word;
}
