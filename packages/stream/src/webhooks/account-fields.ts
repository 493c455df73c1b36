/** ID, login and display name of every account that an event can name, by the name of its role. */
export interface AccountFields {
  /** ID of the broadcaster whose channel the event is about. */
  broadcaster_user_id: string;
  /** Login of the broadcaster whose channel the event is about. */
  broadcaster_user_login: string;
  /** Display name of the broadcaster whose channel the event is about. */
  broadcaster_user_name: string;
  /** ID of the broadcaster whose channel the event is about. */
  broadcaster_id: string;
  /** Login of the broadcaster whose channel the event is about. */
  broadcaster_login: string;
  /** Display name of the broadcaster whose channel the event is about. */
  broadcaster_name: string;
  /** ID of the user whom the event is about. */
  user_id: string;
  /** Login of the user whom the event is about. */
  user_login: string;
  /** Display name of the user whom the event is about. */
  user_name: string;
  /** ID of the moderator or broadcaster who acted. */
  moderator_user_id: string;
  /** Login of the moderator or broadcaster who acted. */
  moderator_user_login: string;
  /** Display name of the moderator or broadcaster who acted. */
  moderator_user_name: string;
  /** ID of the moderator who acted. */
  moderator_id: string;
  /** Login of the moderator who acted. */
  moderator_login: string;
  /** Display name of the moderator who acted. */
  moderator_name: string;
  /** ID of the user who wrote the message. */
  chatter_user_id: string;
  /** Login of the user who wrote the message. */
  chatter_user_login: string;
  /** Display name of the user who wrote the message. */
  chatter_user_name: string;
  /** ID of the user who wrote the message that is replied to. */
  parent_user_id: string;
  /** Login of the user who wrote the message that is replied to. */
  parent_user_login: string;
  /** Display name of the user who wrote the message that is replied to. */
  parent_user_name: string;
  /** ID of the user who started the thread. */
  thread_user_id: string;
  /** Login of the user who started the thread. */
  thread_user_login: string;
  /** Display name of the user who started the thread. */
  thread_user_name: string;
  /** ID of the broadcaster in whose channel the message was written, during a shared chat. */
  source_broadcaster_user_id: string;
  /** Login of the broadcaster in whose channel the message was written, during a shared chat. */
  source_broadcaster_user_login: string;
  /** Display name of the broadcaster in whose channel the message was written, during a shared chat. */
  source_broadcaster_user_name: string;
  /** ID of the broadcaster who hosts the shared chat. */
  host_broadcaster_user_id: string;
  /** Login of the broadcaster who hosts the shared chat. */
  host_broadcaster_user_login: string;
  /** Display name of the broadcaster who hosts the shared chat. */
  host_broadcaster_user_name: string;
  /** ID of the user who bought the subscription as a gift. */
  gifter_user_id: string;
  /** Login of the user who bought the subscription as a gift. */
  gifter_user_login: string;
  /** Display name of the user who bought the subscription as a gift. */
  gifter_user_name: string;
  /** ID of the user who received the subscription. */
  recipient_user_id: string;
  /** Login of the user who received the subscription. */
  recipient_user_login: string;
  /** Display name of the user who received the subscription. */
  recipient_user_name: string;
  /** ID of the user whose messages were removed. */
  target_user_id: string;
  /** Login of the user whose messages were removed. */
  target_user_login: string;
  /** Display name of the user whose messages were removed. */
  target_user_name: string;
  /** ID of the broadcaster from whose channel the raid or shoutout comes. */
  from_broadcaster_user_id: string;
  /** Login of the broadcaster from whose channel the raid or shoutout comes. */
  from_broadcaster_user_login: string;
  /** Display name of the broadcaster from whose channel the raid or shoutout comes. */
  from_broadcaster_user_name: string;
  /** ID of the broadcaster whose channel receives the raid or shoutout. */
  to_broadcaster_user_id: string;
  /** Login of the broadcaster whose channel receives the raid or shoutout. */
  to_broadcaster_user_login: string;
  /** Display name of the broadcaster whose channel receives the raid or shoutout. */
  to_broadcaster_user_name: string;
  /** ID of the user who hosts the session. */
  host_user_id: string;
  /** Login of the user who hosts the session. */
  host_user_login: string;
  /** Display name of the user who hosts the session. */
  host_user_name: string;
  /** ID of the guest of the session. */
  guest_user_id: string;
  /** Login of the guest of the session. */
  guest_user_login: string;
  /** Display name of the guest of the session. */
  guest_user_name: string;
  /** ID of the user who started the ad break. */
  requester_user_id: string;
  /** Login of the user who started the ad break. */
  requester_user_login: string;
  /** Display name of the user who started the ad break. */
  requester_user_name: string;
  /** ID of the user who sent the whisper. */
  from_user_id: string;
  /** Login of the user who sent the whisper. */
  from_user_login: string;
  /** Display name of the user who sent the whisper. */
  from_user_name: string;
  /** ID of the user who received the whisper. */
  to_user_id: string;
  /** Login of the user who received the whisper. */
  to_user_login: string;
  /** Display name of the user who received the whisper. */
  to_user_name: string;
  /** ID of the broadcaster who owns the blocked term. */
  owner_broadcaster_user_id: string;
  /** Login of the broadcaster who owns the blocked term. */
  owner_broadcaster_user_login: string;
  /** Display name of the broadcaster who owns the blocked term. */
  owner_broadcaster_user_name: string;
}
