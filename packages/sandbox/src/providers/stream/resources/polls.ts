import { type Call, type Endpoint, refuseForeignId, requireOwnId } from '../endpoint.ts';
import { malformed, missing, refuse } from '../refusal.ts';
import { named } from '../world/named.ts';
import type { Poll } from '../world/polls.ts';
import { day, timestamp } from '../world/values.ts';
import type { World } from '../world/world.ts';

const pollsPerRequest = 20;
const keptFor = 90 * day;

/** The id of the body's `broadcaster_id`, which must be the token's user. */
export function requireOwnChannel({ body, token }: Call): string {
  const id = body.requiredId('broadcaster_id');
  if (id !== token.userId) refuseForeignId('broadcaster_id');
  return id;
}

/** The titles of the body's `list`: from 2 to `max` of them, 25 characters at most each. */
export function readTitles({ body }: Call, list: string, max: number): string[] {
  const options = body.objects(list) ?? missing(list);
  if (options.length < 2 || options.length > max) malformed(list, `there must be from 2 to ${max}`);
  return options.map((option) => shortText(option.requiredText('title'), 25));
}

/** Refuses a title of more than `max` characters. */
export function shortText(title: string, max: number): string {
  return title.length > max ? malformed('title', `the text must have at most ${max} characters`) : title;
}

/** Polls. */
export function pollEndpoints(world: World): Endpoint[] {
  const show = (poll: Poll) => ({
    id: poll.id,
    ...named(world, 'broadcaster', poll.broadcasterId),
    title: poll.title,
    choices: poll.choices.map(({ id, title, votes, channelPointsVotes }) => ({
      id,
      title,
      votes,
      channel_points_votes: channelPointsVotes,
      bits_votes: 0,
    })),
    bits_voting_enabled: false,
    bits_per_vote: 0,
    channel_points_voting_enabled: poll.pointsPerVote > 0,
    channel_points_per_vote: poll.pointsPerVote,
    status: poll.status,
    duration: poll.seconds,
    started_at: timestamp(poll.startedAt),
    ended_at: poll.endedAt === undefined ? null : timestamp(poll.endedAt),
  });

  return [
    {
      method: 'GET',
      path: '/polls',
      token: 'user',
      scopes: ['channel:read:polls', 'channel:manage:polls'],
      answer(call) {
        const broadcasterId = requireOwnId(call, 'broadcaster_id');
        const ids = call.query.texts('id', pollsPerRequest);
        const since = world.now() - keptFor;
        const polls = world
          .polls()
          .of(broadcasterId)
          .filter((poll) => poll.startedAt > since);
        const asked = ids.flatMap((id) => polls.find((poll) => poll.id === id) ?? []);
        if (ids.length > 0 && asked.length === 0) refuse(404, 'None of the polls was found.');
        const { data, pagination } = call.page(ids.length > 0 ? asked : polls, { maxSize: 20 });
        return { data: data.map(show), pagination };
      },
    },
    {
      method: 'POST',
      path: '/polls',
      token: 'user',
      scopes: ['channel:manage:polls'],
      answer(call) {
        const { body } = call;
        const broadcasterId = requireOwnChannel(call);
        const title = shortText(body.requiredText('title'), 60);
        const choices = readTitles(call, 'choices', 5);
        const seconds = body.requiredInt('duration', 15, 1800);
        const takesPoints = body.flag('channel_points_voting_enabled') ?? false;
        const pointsPerVote = takesPoints ? body.requiredInt('channel_points_per_vote', 1, 1_000_000) : 0;
        if (world.polls().of(broadcasterId)[0]?.status === 'ACTIVE')
          refuse(400, 'The broadcaster has a poll that is running.');
        return { data: [show(world.polls().start(broadcasterId, { title, choices, pointsPerVote, seconds }))] };
      },
    },
    {
      method: 'PATCH',
      path: '/polls',
      token: 'user',
      scopes: ['channel:manage:polls'],
      answer(call) {
        const { body } = call;
        const broadcasterId = requireOwnChannel(call);
        const id = body.requiredText('id');
        const status = body.choice('status', ['TERMINATED', 'ARCHIVED']) ?? missing('status');
        const poll = world
          .polls()
          .of(broadcasterId)
          .find((each) => each.id === id);
        // No 404 is documented here: to the API a poll it does not know is one that is not active.
        if (poll?.status !== 'ACTIVE') return refuse(400, 'The poll must be active to terminate or archive it.');
        world.polls().end(poll, status);
        return { data: [show(poll)] };
      },
    },
  ];
}
