import type { Account, InChannel, Known } from './event-parts.ts';

/** Whether votes can be bought, and their price. */
interface PollVoting {
  /** Whether votes can be bought in this way. */
  is_enabled: boolean;
  /** Price of a vote, in Bits or channel points. */
  amount_per_vote: number;
}

/** A choice of a poll that has just started, without votes. */
export interface PollOption {
  /** ID of the choice. */
  id: string;
  /** Text of the choice. */
  title: string;
}

/** A choice of a poll, with its votes. */
interface PollChoice extends PollOption {
  /** Number of all votes for the choice. */
  votes: number;
  /** Number of votes for the choice that were bought with Bits; no longer used. */
  bits_votes: number;
  /** Number of votes for the choice that were bought with channel points. */
  channel_points_votes: number;
}

/** A poll of a channel. */
export interface Poll<Choice = PollChoice> extends InChannel {
  /** ID of the poll. */
  id: string;
  /** Question that viewers vote on. */
  title: string;
  /** Possible choices, 2 to 5. */
  choices: Choice[];
  /** Voting with Bits; no longer used. */
  bits_voting: PollVoting;
  /** Voting with channel points. */
  channel_points_voting: PollVoting;
  /** When the poll started, RFC 3339. */
  started_at: string;
}

/** An outcome of a prediction that has just started, without bets. */
export interface PredictionOption {
  /** ID of the outcome. */
  id: string;
  /** Text of the outcome. */
  title: string;
  /** Color of the outcome. */
  color: Known<'pink' | 'blue'>;
}

/** An outcome of a prediction, with its bets. */
interface PredictionOutcome extends PredictionOption {
  /** Number of viewers who chose the outcome. */
  users: number;
  /** Number of points that viewers bet on the outcome. */
  channel_points: number;
  /** Viewers who bet the most on the outcome, at most 10. Empty, null or absent when nobody has chosen it. */
  top_predictors?:
    | (Account<'user'> & {
        /** Points that the viewer won. Null until the prediction is resolved. */
        channel_points_won: number | null;
        /** Points that the viewer bet. */
        channel_points_used: number;
      })[]
    | null;
}

/** A prediction of a channel. */
export interface Prediction<Outcome = PredictionOutcome> extends InChannel {
  /** ID of the prediction. */
  id: string;
  /** Question that viewers bet on. */
  title: string;
  /** Possible outcomes, 2 to 10. */
  outcomes: Outcome[];
  /** When the prediction started, RFC 3339. */
  started_at: string;
}
