import type { Random } from '../../shared/random.ts';

const alphabet = '123456789ABDEGJKLMNPQRVWXZabdefghijklmnopqrvwxyz';
const perDraw = 5; // 48 ** 5 is the largest power below 2 ** 30

/** Returns an ID in the API's format for Items, accounts and transactions: 37 case-sensitive characters. */
export function opaqueId(random: Random): string {
  let id = '';
  while (id.length < 37) {
    let draw = random.int(0, alphabet.length ** perDraw - 1);
    for (let each = 0; each < perDraw; each += 1) {
      id += alphabet[draw % alphabet.length];
      draw = Math.floor(draw / alphabet.length);
    }
  }
  return id.slice(0, 37);
}

/** Whether a string has the form of such an ID. */
export const isId = (text: string): boolean => /^[0-9A-Za-z]{37}$/.test(text);

/** Returns a version 4 UUID drawn from `random`. */
export function uuid(random: Random): string {
  const hex = random.text(32, '0123456789abcdef');
  const variant = random.pick([...'89ab']);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
