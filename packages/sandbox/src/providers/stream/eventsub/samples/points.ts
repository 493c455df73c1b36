import { defaultRewardImage } from '../../world/reward-event.ts';
import { id, type Sample, type Samples, type Scene, without } from './scene.ts';

const choice = (title: string) => ({ id: `choice-${title}`, title, bits_votes: 0, channel_points_votes: 2, votes: 5 });

const none = { is_enabled: false, value: 0 };

const reward = { id, title: 'Name the next boss', cost: 5000, prompt: 'What shall it be called?' };

const customReward: Sample = ({ channel, subject }) => ({
  ...channel,
  ...reward,
  id: subject.reward_id ?? id,
  is_enabled: true,
  is_paused: false,
  is_in_stock: true,
  is_user_input_required: true,
  should_redemptions_skip_request_queue: false,
  max_per_stream: none,
  max_per_user_per_stream: none,
  global_cooldown: { is_enabled: false, seconds: 0 },
  background_color: '#00E5CB',
  image: null,
  default_image: defaultRewardImage,
  cooldown_expires_at: null,
  redemptions_redeemed_current_stream: null,
});

const redemption =
  (status: string): Sample =>
  ({ channel, user, subject, at }) => ({
    id,
    ...channel,
    ...user,
    user_input: 'Gerald',
    status,
    reward: { ...reward, id: subject.reward_id ?? id },
    redeemed_at: at(),
  });

const poll: Sample = ({ channel, at }) => ({
  id,
  ...channel,
  title: 'Which way?',
  choices: [choice('Left'), choice('Right')],
  bits_voting: { is_enabled: false, amount_per_vote: 0 },
  channel_points_voting: { is_enabled: true, amount_per_vote: 10 },
  started_at: at(),
  ends_at: at(60),
});

const outcome = (scene: Scene, title: string, color: string, won: number | null) => ({
  id: `outcome-${title}`,
  title,
  color,
  users: 1,
  channel_points: 100,
  top_predictors: [{ ...scene.user, channel_points_won: won, channel_points_used: 100 }],
});

const prediction: Sample = (scene) => ({
  id,
  ...scene.channel,
  title: 'Will the boss fall?',
  outcomes: [outcome(scene, 'Yes', 'blue', null), outcome(scene, 'No', 'pink', null)],
  started_at: scene.at(),
  locks_at: scene.at(60),
});

/** What viewers do with channel points and Bits: rewards, power-ups, polls and predictions. */
export const pointSamples: Samples = {
  'channel.channel_points_automatic_reward_redemption.add': ({ channel, user, version, at }) => {
    const emote = { id: '25', name: 'OtterWave' };
    const text = 'look here';
    return {
      ...channel,
      ...user,
      id,
      ...(version === '1'
        ? {
            reward: { type: 'send_highlighted_message', cost: 100, unlocked_emote: null },
            message: { text: `${text} ${emote.name}`, emotes: [{ id: emote.id, begin: 10, end: 18 }] },
            user_input: text,
          }
        : {
            reward: { type: 'send_highlighted_message', channel_points: 100, emote: null },
            message: { text, fragments: [{ type: 'text', text, emote: null }] },
          }),
      redeemed_at: at(),
    };
  },
  'channel.channel_points_custom_reward.add': customReward,
  'channel.channel_points_custom_reward.update': customReward,
  'channel.channel_points_custom_reward.remove': customReward,
  'channel.channel_points_custom_reward_redemption.add': redemption('unfulfilled'),
  'channel.channel_points_custom_reward_redemption.update': redemption('fulfilled'),
  'channel.custom_power_up_redemption.add': ({ channel, user, subject, at }) => ({
    id,
    ...channel,
    ...user,
    user_input: 'Gerald',
    status: 'fulfilled',
    custom_power_up: { id: subject.reward_id ?? id, title: reward.title, bits: 250, prompt: reward.prompt },
    redeemed_at: at(),
  }),
  'channel.poll.begin': poll,
  'channel.poll.progress': poll,
  'channel.poll.end': (scene) => ({
    ...without(poll(scene), 'ends_at'),
    status: 'completed',
    ended_at: scene.at(60),
  }),
  'channel.prediction.begin': prediction,
  'channel.prediction.progress': prediction,
  'channel.prediction.lock': (scene) => ({ ...without(prediction(scene), 'locks_at'), locked_at: scene.at(60) }),
  'channel.prediction.end': (scene) => ({
    ...without(prediction(scene), 'locks_at'),
    outcomes: [outcome(scene, 'Yes', 'blue', 200), outcome(scene, 'No', 'pink', 0)],
    winning_outcome_id: 'outcome-Yes',
    status: 'resolved',
    ended_at: scene.at(120),
  }),
};
