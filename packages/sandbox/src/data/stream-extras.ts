// More raw material of the streaming data: what channels sell, give and fear. All of it invented.

/** Cheermotes that work in every channel. */
export const cheermotePrefixes = ['Cheer', 'Hooray', 'Bravo', 'Sparkle'];

/** The tiers of a cheermote: from how many Bits, and in which colour. */
export const cheermoteTiers = [
  { bits: 1, color: '#979797' },
  { bits: 100, color: '#9c3ee8' },
  { bits: 1000, color: '#1db2a5' },
  { bits: 5000, color: '#0099fe' },
  { bits: 10_000, color: '#f43021' },
];

export const charities = [
  { name: 'Lanterns for Lakes', description: 'Clean water for villages that have none.' },
  { name: 'The Quiet Paw', description: 'Homes for old dogs and shy cats.' },
  { name: 'Books by Bicycle', description: 'A library that comes to your door.' },
];

/** What a channel may warn of; the last column is whether the platform sets it by itself, from the game. */
export const labels: readonly { id: string; name: string; description: string; automatic?: true }[] = [
  {
    id: 'DebatedSocialIssuesAndPolitics',
    name: 'Politics and Debated Issues',
    description: 'Talk about elections, wars, civil rights and other matters people argue over.',
  },
  { id: 'DrugsIntoxication', name: 'Drugs and Drinking', description: 'Being drunk or high, or praise of tobacco.' },
  { id: 'Gambling', name: 'Gambling', description: 'Playing for real money, online or at a table.' },
  {
    id: 'MatureGame',
    name: 'Game for Adults',
    description: 'A game whose rating keeps children away.',
    automatic: true,
  },
  { id: 'ProfanityVulgarity', name: 'Strong Language', description: 'Swearing, often and on purpose.' },
  { id: 'SexualThemes', name: 'Sexual Themes', description: 'A focus on bodies, or on talk about sex.' },
  { id: 'ViolentGraphic', name: 'Violence', description: 'Blood, injury and death shown as if real.' },
];

/** Locales in which labels can be asked for. */
export const labelLocales =
  `bg-BG cs-CZ da-DK de-DE el-GR en-GB en-US es-ES es-MX fi-FI fr-FR hu-HU it-IT ja-JP ko-KR nl-NL
  no-NO pl-PL pt-BT pt-PT ro-RO ru-RU sk-SK sv-SE th-TH tr-TR vi-VN zh-CN zh-TW`.split(/\s+/);

/** ISO 639-1 codes a channel may speak, and the one for all the rest. */
export const languages =
  `ar bg ca cs da de el en es fi fr hi hu id it ja ko ms nl no pl pt ro ru sk sv th tl tr uk vi zh
  other`.split(/\s+/);

/** Extensions that channels install besides the app's own. */
export const extensions: readonly { name: string; version: string; types: readonly ExtensionType[] }[] = [
  { name: 'Leader Ladder', version: '1.1.8', types: ['panel'] },
  { name: 'Map of Tonight', version: '2.0.2', types: ['overlay'] },
  { name: 'Clip of the Day', version: '1.1.0', types: ['mobile', 'panel'] },
  { name: 'Tiny Weather', version: '0.9.4', types: ['component', 'mobile'] },
  { name: 'Song on Air', version: '3.2.0', types: ['component', 'panel'] },
];

/** Where an extension may be shown. */
export type ExtensionType = 'component' | 'mobile' | 'overlay' | 'panel';

/** Titles of scheduled broadcasts. */
export const showTitles = ['Monday warm-up', 'Late-night craft', 'Community cup', 'Story time', 'Practice, practice'];
