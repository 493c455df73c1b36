/** What a broadcast has beyond its channel. */
export interface LiveStream {
  readonly id: string;
  readonly user_id: string;
  viewer_count: number;
  readonly started_at: string;
}
