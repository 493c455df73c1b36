/** A user as `GET /users` answers it, but for the stream key; `email` goes to the user's own token only. */
export interface User {
  readonly id: string;
  readonly login: string;
  readonly display_name: string;
  readonly type: 'admin' | 'global_mod' | 'staff' | '';
  readonly broadcaster_type: 'affiliate' | 'partner' | '';
  description: string;
  readonly profile_image_url: string;
  readonly offline_image_url: string;
  readonly view_count: 0;
  readonly email: string;
  readonly stream_key: string;
  readonly created_at: string;
}

/** Every user, the most popular first. */
export interface Users {
  readonly all: readonly User[];
  readonly byId: Map<string, User>;
  readonly byLogin: Map<string, User>;
}

/** The id of the user of `rank`; 0 is the most popular one. */
export function userId(rank: number): string {
  return String(100_000_000 + rank * 7919);
}
