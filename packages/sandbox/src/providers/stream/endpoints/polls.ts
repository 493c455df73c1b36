import type { Random } from '../../../shared/random.ts';
import { day, perKey, timestamp, uuid } from '../data/values.ts';
import type { World } from '../data/world.ts';
import { type Call, type Endpoints, narrow } from '../endpoint.ts';
import { malformed, missing, refuse } from '../errors.ts';
import { limitText } from '../request/query.ts';

const pollsPerRequest = 20;
const keptFor = 90 * day;

/** Returns the body's title, of at most `max` characters. */
export function readTitle({ body }: Call, max: number): string {
  const title = body.requiredText('title');
  limitText('title', title, max);
  return title;
}

/** Returns the titles in the body's `list`: 2 to `max` titles of at most 25 characters each. */
export function readTitles({ body }: Call, list: string, max: number): string[] {
  const options = body.objects(list) ?? missing(list);
  if (options.length < 2 || options.length > max) malformed(list, `there must be from 2 to ${max}`);
  return options.map((option) => {
    const title = option.requiredText('title');
    limitText('title', title, 25);
    return title;
  });
}

const startPoll = (
  { now, named }: World,
  draw: Random,
  broadcasterId: string,
  title: string,
  choices: readonly string[],
  duration: number,
  price: number,
) => ({
  id: uuid(draw),
  ...named('broadcaster', broadcasterId),
  title,
  choices: choices.map((each) => ({
    id: uuid(draw),
    title: each,
    votes: 0,
    channel_points_votes: 0,
    bits_votes: 0,
  })),
  bits_voting_enabled: false,
  bits_per_vote: 0,
  channel_points_voting_enabled: price > 0,
  channel_points_per_vote: price,
  status: 'ACTIVE' as 'ACTIVE' | 'COMPLETED' | 'TERMINATED' | 'ARCHIVED',
  duration,
  started_at: timestamp(now()),
  ended_at: null as string | null,
});
type Poll = ReturnType<typeof startPoll>;

export function createPolls(world: World) {
  const { random, clock, now } = world;
  const draw = random('polls');
  const voters = new Set<string>();

  /** A channel's polls as the API returns them, the latest first. */
  const pollsOf = perKey((_broadcasterId): Poll[] => []);
  const byId = new Map<string, Poll>();

  function end(poll: Poll, status: Poll['status']): void {
    Object.assign(poll, { status, ended_at: timestamp(now()) });
    report(world, poll, 'end');
  }

  const endpoints: Endpoints = {
    'GET /polls'({ ownId, query, page }) {
      const ids = query.texts('id', pollsPerRequest);
      const polls = pollsOf(ownId).filter(({ started_at }) => Date.parse(started_at) > now() - keptFor);
      const asked = ids.flatMap((id) => polls.find((poll) => poll.id === id) ?? []);
      if (ids.length > 0 && asked.length === 0) refuse(404, 'None of the polls was found.');
      return page(ids.length > 0 ? asked : polls);
    },
    'POST /polls'(call) {
      const { body, ownId: broadcasterId } = call;
      const title = readTitle(call, 60);
      const choices = readTitles(call, 'choices', 5);
      const seconds = body.requiredInt('duration', 15, 1800);
      const takesPoints = body.flag('channel_points_voting_enabled') ?? false;
      const price = takesPoints ? body.requiredInt('channel_points_per_vote', 1, 1_000_000) : 0;
      const polls = pollsOf(broadcasterId);
      if (polls[0]?.status === 'ACTIVE') refuse(400, 'The broadcaster has a poll that is running.');
      const poll = startPoll(world, draw, broadcasterId, title, choices, seconds, price);
      polls.unshift(poll);
      byId.set(poll.id, poll);
      report(world, poll, 'begin');
      clock.schedule(seconds * 1000, () => {
        if (poll.status === 'ACTIVE') end(poll, 'COMPLETED');
      });
      return [poll];
    },
    'PATCH /polls'({ ownId, body }) {
      const id = body.requiredText('id');
      const status = body.requiredChoice('status', ['TERMINATED', 'ARCHIVED']);
      const [poll] = narrow(pollsOf(ownId), [id], (each) => each.id);
      // No 404 is documented here, so an unknown poll counts as one that is not active.
      if (poll?.status !== 'ACTIVE') return refuse(400, 'The poll must be active to terminate or archive it.');
      end(poll, status);
      return [poll];
    },
  };
  return {
    endpoints,
    /**
     * Casts a viewer's vote, and `extraVotes` that cost channel points. Throws `RangeError` for what the site would not
     * offer: a poll that has ended, a second vote, or extra votes if the poll does not accept them.
     */
    vote(pollId: string, userId: string, choiceId: string, extraVotes: number): void {
      const poll = byId.get(pollId);
      if (!poll) throw new RangeError(`the sandbox has no poll ${pollId}`);
      if (poll.status !== 'ACTIVE') throw new RangeError(`poll ${pollId} has ended`);
      const choice = poll.choices.find(({ id }) => id === choiceId);
      if (!choice) throw new RangeError(`poll ${pollId} has no choice ${choiceId}`);
      if (extraVotes > 0 && !poll.channel_points_voting_enabled)
        throw new RangeError(`poll ${pollId} does not accept votes for channel points`);
      const voter = `${pollId}/${userId}`;
      if (voters.has(voter) && extraVotes === 0)
        throw new RangeError(`user ${userId} has already voted in poll ${pollId}`);
      choice.votes += (voters.has(voter) ? 0 : 1) + extraVotes;
      choice.channel_points_votes += extraVotes;
      voters.add(voter);
      report(world, poll, 'progress');
    },
  };
}

function report({ publish }: World, poll: Poll, step: 'begin' | 'progress' | 'end'): void {
  const { id, title, choices, channel_points_per_vote: price, started_at, duration, status } = poll;
  const ends_at = timestamp(Date.parse(started_at) + duration * 1000);
  publish(poll.broadcaster_id, `channel.poll.${step}`, {
    id,
    title,
    choices: choices.map((choice) => ({ ...choice })),
    bits_voting: { is_enabled: false, amount_per_vote: 0 },
    channel_points_voting: { is_enabled: price > 0, amount_per_vote: price },
    started_at,
    ...(step === 'end' ? { status: status.toLowerCase(), ended_at: poll.ended_at } : { ends_at }),
  });
}
