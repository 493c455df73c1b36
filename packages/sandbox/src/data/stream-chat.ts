// Raw material of chat rooms and channel points; like all names of the sandbox, none of it is anybody's.

const words = (text: string) => text.trim().split(/\s+/);

/** Emotes that work in every room. */
export const globalEmotes = words(`
  OtterWave TeapotHype LynxLurk NoddingNewt MapleHeart WombatLul PixelParty QuietClap BadgerFacepalm CometGo MothToLamp
  PancakeStack
`);

/** What a channel's own emotes are called, behind the beginning of its name. */
export const emoteEndings = words('Hype Heart Lurk Rage Hug');

/** Badges that work in every room, by set and version. */
export const globalBadges: readonly { set: string; version: string; title: string }[] = [
  { set: 'bits', version: '1', title: 'cheer 1' },
  { set: 'bits', version: '100', title: 'cheer 100' },
  { set: 'broadcaster', version: '1', title: 'Broadcaster' },
  { set: 'moderator', version: '1', title: 'Moderator' },
  { set: 'partner', version: '1', title: 'Verified' },
  { set: 'premium', version: '1', title: 'Premium' },
  { set: 'staff', version: '1', title: 'Staff' },
  { set: 'subscriber', version: '0', title: 'Subscriber' },
  { set: 'vip', version: '1', title: 'VIP' },
];

/** The colours of names that everybody can have, by the names the API gives them. */
export const chatColors = {
  blue: '#0000FF',
  blue_violet: '#8A2BE2',
  cadet_blue: '#5F9EA0',
  chocolate: '#D2691E',
  coral: '#FF7F50',
  dodger_blue: '#1E90FF',
  firebrick: '#B22222',
  golden_rod: '#DAA520',
  green: '#008000',
  hot_pink: '#FF69B4',
  orange_red: '#FF4500',
  red: '#FF0000',
  sea_green: '#2E8B57',
  spring_green: '#00FF7F',
  yellow_green: '#9ACD32',
} as const;

/**
 * Words that AutoMod holds, and from which level of their category on. The other categories have no words: the sandbox
 * carries no slurs, and tests block what they need as terms of the channel.
 */
export const heldWords: readonly { category: 'aggression' | 'bullying' | 'swearing'; level: number; word: string }[] = [
  { category: 'aggression', level: 1, word: 'smash' },
  { category: 'aggression', level: 3, word: 'fight' },
  { category: 'bullying', level: 1, word: 'loser' },
  { category: 'bullying', level: 2, word: 'noob' },
  { category: 'bullying', level: 4, word: 'clown' },
  { category: 'swearing', level: 1, word: 'damn' },
  { category: 'swearing', level: 2, word: 'crap' },
  { category: 'swearing', level: 4, word: 'heck' },
];

/** The custom power-ups that every affiliate and partner offers; prices in Bits. */
export const handmadePowerUps: readonly { title: string; bits: number; prompt: string; inputRequired: boolean }[] = [
  { title: 'Spin the wheel', bits: 250, prompt: '', inputRequired: false },
  { title: 'Choose the next map', bits: 500, prompt: 'Which map shall it be?', inputRequired: true },
];

/** Rewards that broadcasters have made by hand, which no app may change. */
export const handmadeRewards: readonly { title: string; cost: number; prompt: string; inputRequired: boolean }[] = [
  { title: 'Hydrate!', cost: 300, prompt: '', inputRequired: false },
  { title: 'Name the next boss', cost: 5_000, prompt: 'What shall it be called?', inputRequired: true },
];
