// Responses of the real host that differ from its documentation. Served with `quirks: 'real'`.

type Fields = Readonly<Record<string, unknown>>;
type Form = (record: Fields) => Fields;

/** Returns a copy of `record` without the members in `names` that are null. */
function withoutNull(record: Fields, ...names: string[]): Fields {
  return Object.fromEntries(Object.entries(record).filter(([name, value]) => value !== null || !names.includes(name)));
}

/** Returns a copy of `record` in which empty lists in `names` are null. */
function withNullForEmpty(record: Fields, ...names: string[]): Fields {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const isEmptyList = Array.isArray(value) && value.length === 0;
      return [name, isEmptyList && names.includes(name) ? null : value];
    }),
  );
}

const streamForm: Form = (stream) => withNullForEmpty(stream, 'tags', 'tag_ids');
const teamForm: Form = (team) => ({ ...team, thumbnail_url: null });
const pollForm: Form = (poll) => withoutNull(poll, 'ended_at');
const gameForm: Form = ({ igdb_id, ...game }) => (igdb_id === '' ? game : { ...game, igdb_id });

/** Form of each record in a response, by method and path. */
const recordForms: Readonly<Record<string, Form>> = {
  'GET /streams': streamForm,
  'GET /streams/followed': streamForm,
  'GET /search/channels': streamForm,
  'GET /games': gameForm,
  'GET /games/top': gameForm,
  // Teams without a logo.
  'GET /teams': teamForm,
  'GET /teams/channel': teamForm,
  // Schedules without segments.
  'GET /schedule': (schedule) => withNullForEmpty(schedule, 'segments'),
  'GET /polls': pollForm,
  'POST /polls': pollForm,
  'PATCH /polls': pollForm,
  'POST /chat/messages': (sent) => ({ drop_reason: null, ...sent }),
};

/** Lists that are null when they are empty, by method and path. */
const nullLists: ReadonlySet<string> = new Set(['GET /polls', 'GET /predictions']);

/** Form of an event without the fields that do not apply, by type. */
const eventForms: Readonly<Record<string, Form>> = {
  'automod.message.hold': (event) => withoutNull(event, 'automod', 'blocked_term'),
  'automod.message.update': (event) => withoutNull(event, 'automod', 'blocked_term'),
  'channel.bits.use': (event) => withoutNull(event, 'message', 'power_up', 'custom_power_up'),
};

/** Returns the response `body` of an endpoint as the real host was seen to send it. */
export function realResponse(route: string, body: object): object {
  if (!('data' in body)) return body;
  const { data } = body;
  if (nullLists.has(route) && Array.isArray(data) && data.length === 0) return { ...body, data: null };
  const form = recordForms[route];
  if (!form) return body;
  if (Array.isArray(data)) return { ...body, data: data.map(form) };
  return data === null ? body : { ...body, data: form(data as Fields) };
}

/** Returns the event of a notification as the real host was seen to send it. */
export function realEvent(type: string, event: object): object {
  return eventForms[type]?.({ ...event }) ?? event;
}
