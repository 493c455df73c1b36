/** A test institution with a fixed id. */
export interface NamedInstitution {
  readonly id: string;
  readonly name: string;
  readonly country: 'US' | 'CA' | 'GB';
  readonly oauth?: true;
  readonly status?: 'DEGRADED' | 'DOWN';
  /** It can no longer be linked. */
  readonly unsupported?: true;
}

/** The institutions that the documentation of the test environment names; the default first. */
export const namedInstitutions: readonly NamedInstitution[] = [
  { id: 'ins_109508', name: 'First Platypus Bank', country: 'US' },
  { id: 'ins_109509', name: 'First Gingham Credit Union', country: 'US' },
  { id: 'ins_109510', name: 'Tattersall Federal Credit Union', country: 'US' },
  { id: 'ins_109511', name: 'Tartan Bank', country: 'US' },
  { id: 'ins_109512', name: 'Houndstooth Bank', country: 'US' },
  { id: 'ins_130016', name: 'Platypus Balance Bank', country: 'US' },
  { id: 'ins_43', name: 'Tartan-Dominion Bank of Canada', country: 'CA' },
  { id: 'ins_116834', name: 'Flexible Platypus Open Banking', country: 'GB' },
  { id: 'ins_117650', name: 'Royal Platypus Bank', country: 'GB' },
  { id: 'ins_127287', name: 'Platypus OAuth Bank', country: 'US', oauth: true },
  { id: 'ins_132241', name: 'Platypus OAuth App2App Bank', country: 'US', oauth: true },
  { id: 'ins_135858', name: 'Windowpane Bank', country: 'US' },
  { id: 'ins_132363', name: 'Unhealthy Platypus Bank (Degraded)', country: 'US', status: 'DEGRADED' },
  { id: 'ins_132361', name: 'Unhealthy Platypus Bank (Down)', country: 'US', status: 'DOWN' },
  { id: 'ins_133402', name: 'Unsupported Platypus Bank', country: 'US', unsupported: true },
];

/** First halves of invented institution names. */
export const institutionPlaces: readonly string[] = (
  'Alder Basalt Briar Calico Cedar Cinder Cobble Corduroy Damask Ember Fallow Flannel Garnet Gable Harrow Heather ' +
  'Indigo Juniper Kelp Lichen Linen Maple Merino Muslin Nettle Ochre Paisley Poplin Quarry Rushmoor Seersucker ' +
  'Slate Thistle Tweed Umber Velour Willow Yarrow'
).split(' ');

/** Second halves of invented institution names. */
export const institutionKinds: readonly string[] = ['Bank', 'Credit Union', 'Savings Bank', 'Trust', 'Mutual'];
