import { watchlistEntities } from './watchlist-entities.ts';
import { watchlistIndividuals } from './watchlist-individuals.ts';

/** Screening of customers on lists of sanctions and of politically exposed persons (Monitor). */
export const watchlistScreening = {
  /** Screenings of people. */
  individual: watchlistIndividuals,
  /** Screenings of organizations. */
  entity: watchlistEntities,
};
