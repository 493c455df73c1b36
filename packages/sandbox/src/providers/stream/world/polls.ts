import type { WorldContext } from './context.ts';
import { publishInChannel } from './publish.ts';
import { timestamp, uuid } from './values.ts';

/** A choice of a poll. */
export interface PollChoice {
  readonly id: string;
  readonly title: string;
  votes: number;
  channelPointsVotes: number;
}

/** A question to the viewers of a channel. */
export interface Poll {
  readonly id: string;
  readonly broadcasterId: string;
  readonly title: string;
  readonly choices: readonly PollChoice[];
  /** Channel points for each vote beyond the first; 0 where there is none. */
  readonly pointsPerVote: number;
  readonly seconds: number;
  readonly startedAt: number;
  status: 'ACTIVE' | 'COMPLETED' | 'TERMINATED' | 'ARCHIVED';
  endedAt?: number;
}

/** What a new poll is to be. */
export interface NewPoll {
  readonly title: string;
  readonly choices: readonly string[];
  readonly pointsPerVote: number;
  readonly seconds: number;
}

/** The polls of all channels. */
export interface Polls {
  /** A channel's polls, the latest first. */
  of(broadcasterId: string): Poll[];
  find(pollId: string): Poll | undefined;
  /** Starts a poll, which completes by itself. */
  start(broadcasterId: string, wanted: NewPoll): Poll;
  end(poll: Poll, status: 'COMPLETED' | 'TERMINATED' | 'ARCHIVED'): void;
  /**
   * Casts the viewer's vote, and `extraVotes` that cost channel points. Throws `RangeError` for what the site would not
   * offer: a poll that has ended, a second vote, votes for points where there are none.
   */
  vote(poll: Poll, userId: string, choiceId: string, extraVotes: number): void;
}

/** Makes the register of polls; none has been held. */
export function createPolls({ random, clock, world }: WorldContext): Polls {
  const draw = random('polls');
  const all: Poll[] = [];
  const voters = new Set<string>();

  function publish(poll: Poll, step: 'begin' | 'progress' | 'end'): void {
    const { id, title, choices, pointsPerVote, startedAt, endedAt = startedAt + poll.seconds * 1000 } = poll;
    publishInChannel(world, poll.broadcasterId, `channel.poll.${step}`, {
      id,
      title,
      choices: choices.map((choice) => ({
        id: choice.id,
        title: choice.title,
        bits_votes: 0,
        channel_points_votes: choice.channelPointsVotes,
        votes: choice.votes,
      })),
      bits_voting: { is_enabled: false, amount_per_vote: 0 },
      channel_points_voting: { is_enabled: pointsPerVote > 0, amount_per_vote: pointsPerVote },
      started_at: timestamp(startedAt),
      ...(step === 'end' && { status: poll.status.toLowerCase() }),
      [step === 'end' ? 'ended_at' : 'ends_at']: timestamp(endedAt),
    });
  }

  const polls: Polls = {
    of: (broadcasterId) => all.filter((poll) => poll.broadcasterId === broadcasterId),
    find: (pollId) => all.find((poll) => poll.id === pollId),
    start(broadcasterId, { choices, ...wanted }) {
      const poll: Poll = {
        ...wanted,
        id: uuid(draw),
        broadcasterId,
        choices: choices.map((title) => ({ id: uuid(draw), title, votes: 0, channelPointsVotes: 0 })),
        startedAt: clock.now(),
        status: 'ACTIVE',
      };
      all.unshift(poll);
      publish(poll, 'begin');
      clock.schedule(poll.seconds * 1000, () => {
        if (poll.status === 'ACTIVE') polls.end(poll, 'COMPLETED');
      });
      return poll;
    },
    end(poll, status) {
      poll.status = status;
      poll.endedAt = clock.now();
      publish(poll, 'end');
    },
    vote(poll, userId, choiceId, extraVotes) {
      if (poll.status !== 'ACTIVE') throw new RangeError(`poll ${poll.id} has ended`);
      const choice = poll.choices.find(({ id }) => id === choiceId);
      if (!choice) throw new RangeError(`poll ${poll.id} has no choice ${choiceId}`);
      if (extraVotes > 0 && poll.pointsPerVote === 0) throw new RangeError(`poll ${poll.id} has no votes for points`);
      const voter = `${poll.id}/${userId}`;
      if (voters.has(voter) && extraVotes === 0) throw new RangeError(`user ${userId} has voted in poll ${poll.id}`);
      choice.votes += (voters.has(voter) ? 0 : 1) + extraVotes;
      choice.channelPointsVotes += extraVotes;
      voters.add(voter);
      publish(poll, 'progress');
    },
  };
  return polls;
}
