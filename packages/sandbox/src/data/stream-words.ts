// Raw material of the streaming data: invented combinations only, so that no name in the sandbox is anybody's.

const words = (text: string) => text.trim().split(/\s+/);

export const adjectives = words(`
  Amber Arctic Ashen Brisk Bronze Candid Cedar Cobalt Copper Cosmic Crimson Dapper Dizzy Drowsy Dusky Echo Ember Fabled
  Feral Frosty Gentle Gilded Hazel Hidden Hollow Indigo Ivory Jolly Keen Lunar Marble Mellow Misty Nimble Noble Opal
  Pebble Quartz Quiet Rapid Rustic Salty Scarlet Silver Sleepy Solar Stormy Sunny Tidal Velvet Vivid Wandering Witty Zesty
`);

export const nouns = words(`
  Acorn Anchor Badger Beacon Biscuit Bramble Brook Canyon Comet Condor Cricket Dune Falcon Fern Ferret Fjord Gecko Glacier
  Goblin Harbor Heron Ibex Juniper Kestrel Kettle Lantern Lemur Lynx Magpie Mango Maple Marten Meadow Meteor Moth Narwhal
  Newt Nutmeg Ocelot Orchid Otter Owl Pancake Panda Parsnip Pigeon Pixel Plover Puffin Pumpkin Quokka Raven Sparrow Teapot
  Thistle Tortoise Turnip Walrus Willow Wombat
`);

export const gameOpenings = words(`
  Arcane Binary Boundless Broken Burning Clockwork Crystal Distant Drifting Eternal Fallen Final Floating Forgotten Frozen
  Glass Golden Haunted Infinite Iron Last Lost Neon Paper Phantom Rising Sunken Thunder Twilight Winter
`);

export const gameEndings = words(`
  Archive Armada Bastion Cartel Cathedral Circuit Colony Convoy Courier Delta Dominion Express Frontier Garden Gauntlet
  Heist Horizon Kingdoms Labyrinth Legion Machina Odyssey Outpost Protocol Raceway Rebellion Sanctum Signal Tactics Voyage
`);

/** Categories that are no games; they have no entry in a games database. */
export const pastimes = ['Talk & Tea', 'Kitchen Table', 'Workshop Hour', 'Live Sketching', 'Open Mic', 'Code & Coffee'];

/** Titles of broadcasts by language; the more often a language is listed, the more channels speak it. */
export const titles: readonly { language: string; titles: readonly string[] }[] = [
  {
    language: 'en',
    titles: [
      'first playthrough, no spoilers please',
      'road to the top ten!!',
      'chill evening with chat :)',
      'speedrun practice | new route',
      '24h marathon – day two',
      'viewers choose everything',
    ],
  },
  {
    language: 'en',
    titles: ['new patch, who dis', 'ranked until I win', 'cosy farm & lo-fi', 'hardcore run #47 [!rules]'],
  },
  { language: 'en', titles: ['building the biggest bridge yet', 'Q&A, then co-op', 'blind run, 0 deaths (so far)'] },
  {
    language: 'de',
    titles: ['Gemütlicher Abend mit euch', 'Rangliste bis zum Umfallen', 'Erster Durchlauf – bitte nichts verraten'],
  },
  {
    language: 'fr',
    titles: ['On découvre le nouveau chapitre', 'Soirée détente, posez vos questions', 'Objectif : le sommet'],
  },
  { language: 'es', titles: ['¡Hoy sí que sí!', 'Torneo con la comunidad', 'Primera vez jugando a esto'] },
  { language: 'pt', titles: ['Noite tranquila com vocês', 'Maratona de fim de semana'] },
  { language: 'ja', titles: ['初見プレイ、ネタバレ禁止', 'まったり雑談'] },
  { language: 'ko', titles: ['랭크 올리는 날', '편하게 수다 떨어요 ☕'] },
  { language: 'pl', titles: ['Spokojny wieczór z czatem', 'Gramy do rana'] },
  { language: 'other', titles: ['welcome / tervetuloa / καλώς ήρθατε'] },
];

export const tags = words(`
  Chill Cozy FirstPlaythrough NoSpoilers Speedrun Ranked Casual Coop Marathon Retro Strategy Puzzle Music Crafting Coding
  Art Learning FamilyFriendly Accessible Blind Hardcore Relaxing English Deutsch Français Español 日本語
`);

export const contentLabels = ['DrugsIntoxication', 'Gambling', 'ProfanityVulgarity', 'SexualThemes', 'ViolentGraphic'];

export const teamNames = words(`
  Night Comet Lantern Harbor Granite Saffron Willow Static Orbit Cinder Juniper Riptide Monsoon Pilgrim Zephyr Tundra
`);
