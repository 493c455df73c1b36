// Names and addresses of invented account holders.

export const givenNames: readonly string[] = (
  'Ada Alma Basil Bruno Cleo Clyde Dora Edith Enzo Felix Flora Gus Hazel Iris Ivo Jasper June Kit Leopold Lotte Mabel ' +
  'Milo Nell Odette Otis Pearl Quentin Rosa Rufus Selma Silas Thea Tobias Ursula Viggo Wanda Winston Zelda'
).split(' ');

export const familyNames: readonly string[] = (
  'Applewhite Birdwhistle Brambleby Cobbler Crumpet Dovetail Eglantine Fennimore Gadwall Hollyhock Inkwell Jollity ' +
  'Kestrel Larkspur Merriweather Nightjar Osgood Pettigrew Quillfeather Rookwood Sandpiper Thistlewood Underhill ' +
  'Vetchling Wagtail Yarborough'
).split(' ');

export const streets: readonly string[] = (
  'Acorn Badger Canal Daisy Elm Foundry Granite Hawthorn Ivy Juniper Kite Lantern Mill Nutmeg Orchard Pebble Quince ' +
  'Rook Saddle Tannery Violet Weaver'
).split(' ');

/** Invented places: city, region, postal code, latitude, longitude. */
export const cities: readonly (readonly [string, string, string, number, number])[] = [
  ['Port Wistful', 'CA', '95999', 38.1127, -122.5664],
  ['Mossgrove', 'OR', '97999', 45.2049, -122.9117],
  ['Tinder Falls', 'NY', '14999', 42.9034, -77.2218],
  ['Halfmoon Bend', 'TX', '78999', 29.8805, -98.1142],
  ['Quillton', 'IL', '60999', 41.6023, -88.2749],
  ['Saltmarsh', 'MA', '01999', 42.4411, -70.9782],
];
