// Words from which the names of the music catalog are invented.

export const adjectives: readonly string[] = (
  'Amber Ancient Ashen Autumn Bitter Blue Borrowed Brass Broken Burning Careless Chrome Cobalt Copper Crimson Crooked ' +
  'Distant Double Drowsy Electric Emerald Endless Faded Fearless Feral Final Floating Foreign Forgotten Fragile Frozen ' +
  'Gentle Gilded Glass Golden Hidden Hollow Honest Idle Indigo Inner Ivory Last Lonesome Lost Lucid Lunar Magnetic ' +
  'Marble Midnight Modern Narrow Neon Northern Ocean Odd Opal Painted Pale Paper Patient Quiet Restless Royal Rusted ' +
  'Sacred Salted Scarlet Secret Second Silent Silver Sleepless Slow Small Solar Southern Static Stolen Stray Sudden ' +
  'Sunday Tender Thousand Tidal Twin Velvet Violet Wandering Warm Weightless Wild Winter Wooden Yellow'
).split(' ');

export const nouns: readonly string[] = (
  'Love Night Heart Dream Summer Light Dance Fire Rain Moon Sun World Life Time Star River Song Road ' +
  'Almanac Anchor Antler Arcade Atlas Aurora Avenue Balcony Beacon Birch Bonfire Bridge Cabin Café Canyon Caravan Carousel ' +
  'Cathedral Chandelier Cinder Circuit Coastline Comet Compass Corridor Courtyard Current Daybreak Delta Departure ' +
  'Diorama Drift Echo Ember Engine Façade Feather Ferry Field Fjord Forest Fountain Frequency Garden Glacier Halo Harbor ' +
  'Harvest Hinge Horizon Hotel Hymn Island Juniper Kettle Kingdom Ladder Lagoon Lantern Letter Library Lighthouse ' +
  'Machine Mansion Marigold Meadow Meridian Meteor Mirage Mirror Monsoon Mosaic Motel Naïveté Needle Nocturne Orbit ' +
  'Orchard Orchid Parade Passage Pendulum Piano Pilgrim Planet Postcard Prairie Promenade Quarry Radio Railway Rapture ' +
  'Reservoir Reverie Ribbon Rooftop Satellite Season Serenade Shadow Signal Skyline Sonata Sparrow Spiral Staircase ' +
  'Station Summit Tango Telegraph Tempest Terrace Theater Threshold Thunder Tide Tower Train Tundra Valley Verandah ' +
  'Village Voyage Waltz Waterfall Weather Willow Window Wren Zenith Zephyr'
).split(' ');

export const verbs: readonly string[] = (
  'Asking Breaking Building Calling Carrying Chasing Counting Crossing Drawing Dreaming Drinking Following Forgetting ' +
  'Holding Keeping Leaving Losing Mending Naming Painting Reading Remembering Running Selling Singing Sleeping Stealing ' +
  'Swimming Trading Waiting Waking Walking Watching Writing'
).split(' ');

export const syllables: readonly string[] = (
  'ba bel bri cal cor da del dra el fen fi gar hal il jo ka kel la lin lo lu ma mer mi na nel no or pa pel qui ra ren ro ' +
  'sa sel so ta tel ti tor u va vel vi wen xa yel yo za zen'
).split(' ');

export const genres: readonly string[] = [
  'acoustic',
  'afrobeat',
  'ambient',
  'blues',
  'bossa nova',
  'chamber pop',
  'classical',
  'country',
  'dance pop',
  'deep house',
  'disco',
  'drum and bass',
  'dub',
  'electronic',
  'folk',
  'funk',
  'garage rock',
  'hip hop',
  'indie pop',
  'indie rock',
  'jazz',
  'krautrock',
  'metal',
  'new wave',
  'post-punk',
  'reggae',
  'shoegaze',
  'soul',
  'synthwave',
  'techno',
  'trip hop',
];

export const labels: readonly string[] = [
  'Tin Roof Recordings',
  'Halfmoon Audio',
  'Nine Lanterns',
  'Parallel Coast',
  'Small Hours Records',
  'Wet Paint Music',
  'Ostrich & Sons',
  'Low Gravity',
];

export const subjects: readonly string[] = (
  'astronomy bicycles bread bridges caves cheese chess clouds coffee coral cartography deserts dinosaurs dreams fungi ' +
  'gardens ghosts glaciers islands knots languages lighthouses maps markets mathematics mountains museums mythology ' +
  'oceans paper pigeons puzzles railways rivers robots salt ships silence tea trees typography volcanoes weather wool'
).split(' ');
