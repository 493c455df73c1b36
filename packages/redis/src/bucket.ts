import { script } from './client.ts';

/**
 * One step of a bucket: a hash, and its queue: who waits in the order in which they came, and until when they are waited for.
 *
 * Every call of the fleet is counted here, so the provider's answers can only lower the count: they tell of calls that
 * others made with the same credentials.
 *
 * ARGV: the time in milliseconds, empty for the server's; limit, interval, refill; then
 * - `take`, the longest wait: a point, or a place in the queue
 * - `look`, the place: the point, or how long it is still to wait
 * - `back`, the place, the window: the place or the point was not used
 * - `learn`, points, limit and milliseconds to the next window, as far as an answer told them
 * - `block`, milliseconds
 *
 * Gives milliseconds to wait, the place (0: the wait is too long), the window, milliseconds until a refusal is over, limit,
 * points, milliseconds until it is full.
 */
export const bucket = script(`
local now, interval, continuous = tonumber(ARGV[1]), tonumber(ARGV[3]), ARGV[4] == 'continuous'
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local kept = redis.call('HMGET', KEYS[1], 'limit', 'points', 'at', 'opensAt', 'resetAt', 'last', 'window')
local limit = tonumber(kept[1]) or tonumber(ARGV[2])
local points = tonumber(kept[2]) or limit
local at = tonumber(kept[3]) or now
local opensAt = tonumber(kept[4]) or 0
local resetAt = tonumber(kept[5]) or 0
local last = tonumber(kept[6]) or 0
local window = tonumber(kept[7]) or 0

-- Filled up to this moment. Clocks that differ a little fill nothing twice; one that was set back takes nothing away, and
-- never closes a window for longer than it lasts.
if continuous then
  if at - now > interval then at = now end
  points = math.min(limit, points + math.max(0, now - at) / interval * limit)
elseif resetAt > 0 and (resetAt <= now or resetAt > now + 2 * interval) then
  points, resetAt, window = limit, 0, window + 1
end

-- Who does not look when his time has come is dead.
local queue, deadlines = KEYS[2], KEYS[3]
for _, dead in ipairs(redis.call('ZRANGEBYSCORE', deadlines, '-inf', now)) do
  redis.call('ZREM', queue, dead)
  redis.call('ZREM', deadlines, dead)
end

-- Requests are not equally long on their way: the provider may see this moment's behind the next second's. A bucket that is
-- used to the last point would be empty there by then, so some are kept back: two seconds' worth, of a small one less.
local function waitBehind(ahead)
  local reserve = continuous and math.floor(math.min(2000 * limit / interval, limit / 25)) or 0
  local lacking, ms = ahead + 1 + reserve - points, 0
  if lacking > 0 and continuous then ms = math.ceil(lacking * interval / limit) end
  if lacking > 0 and not continuous then
    ms = (resetAt > 0 and resetAt - now or 0) + (math.ceil(lacking / limit) - 1) * interval
  end
  return math.max(0, opensAt - now, ms)
end

local op, waitMs, place = ARGV[5], 0, 0
local function leave()
  redis.call('ZREM', deadlines, ARGV[6])
  return redis.call('ZREM', queue, ARGV[6]) == 1
end
if op == 'take' then
  waitMs = waitBehind(redis.call('ZCARD', queue))
  if waitMs <= tonumber(ARGV[6]) then
    last = math.max(last + 1, math.floor(now))
    place = last
  end
elseif op == 'look' then
  place = tonumber(ARGV[6])
  waitMs = waitBehind(redis.call('ZCOUNT', queue, '-inf', '(' .. ARGV[6]))
elseif op == 'back' then
  local waiting = leave()
  if not waiting and (continuous or tonumber(ARGV[7]) == window) then points = math.min(limit, points + 1) end
  if not continuous and points == limit then resetAt = 0 end -- a window begins with a call that is sent
elseif op == 'learn' then
  local remaining, told, resetIn = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
  -- What was left of a window that is over says nothing of the next.
  local over = resetIn and resetIn <= 0 and not continuous
  if remaining and not over then
    if told and limit < 1e15 then points, limit = points + math.max(0, told - limit), told end
    points = math.min(limit, points, remaining)
    if resetIn and not continuous then resetAt = now + resetIn end
  end
elseif op == 'block' then
  opensAt = math.max(opensAt, now + tonumber(ARGV[6]))
end

if place > 0 and waitMs == 0 then
  points = points - 1
  if not continuous and resetAt == 0 then resetAt = now + interval end
  if op == 'look' then leave() end
elseif place > 0 then
  redis.call('ZADD', queue, place, place)
  redis.call('ZADD', deadlines, now + waitMs + 5000, place)
end

local opensIn, fullIn = math.max(0, opensAt - now), 0
if continuous then
  fullIn = (limit - points) * interval / limit
elseif resetAt > 0 then
  fullIn = resetAt - now
end
redis.call('HSET', KEYS[1], 'points', points, 'at', math.max(at, now), 'opensAt', opensAt, 'resetAt', resetAt)
redis.call('HSET', KEYS[1], 'last', last, 'window', window)
if limit ~= tonumber(ARGV[2]) then redis.call('HSET', KEYS[1], 'limit', limit) else redis.call('HDEL', KEYS[1], 'limit') end
-- Full again, it is as good as new; a while longer, for calls under way.
local keep = math.ceil(math.max(fullIn, opensIn, waitBehind(redis.call('ZCARD', queue)))) + 120000
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, keep) end
local function text(value) return string.format('%.17g', value) end
return { text(waitMs), text(place), text(window), text(opensIn), text(limit), text(points), text(fullIn) }`);
