import { script } from './client.ts';

/**
 * One step of a bucket: a hash, its queue (who waits, in the order in which they came, and until when they are waited for),
 * and the generation of its owner. A bucket of another generation than its owner's was reset: it starts over.
 *
 * Every call of the fleet is counted here, so the provider's responses can only lower the count: they report calls that
 * others made with the same credentials. What they take away (`withheld`) comes back after the longest closure.
 *
 * ARGV: the time in milliseconds, empty for the server's; limit, interval, refill; the longest time in milliseconds that a
 * response may close the bucket; then
 * - `take`, the longest wait: a point, or a place in the queue
 * - `look`, the place: the point, or how long it is still to wait
 * - `back`, the place, the window: the place or the point was not used
 * - `learn`, points, limit and milliseconds to the next window, as far as a response reported them
 * - `block`, milliseconds
 *
 * Returns milliseconds to wait, the place (0: the wait is too long), the window, milliseconds until a refusal is over, limit,
 * points, milliseconds until it is full.
 */
export const bucket = script(`
local now, interval, continuous, longest = tonumber(ARGV[1]), tonumber(ARGV[3]), ARGV[4] == 'continuous', tonumber(ARGV[5])
local ownTime = not now
if ownTime then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local kept = redis.call('HMGET', KEYS[1], 'limit', 'points', 'at', 'opensAt', 'resetAt', 'last', 'window', 'closedMs',
  'withheld', 'withheldUntil', 'generation')
local last, window = tonumber(kept[6]) or 0, tonumber(kept[7]) or 0
local generation = redis.call('GET', KEYS[4]) or ''
if (kept[11] or '') ~= generation then kept, window = {}, window + 1 end

-- Earlier releases stored whatever a response reported: what is no plausible number counts as unknown.
local function number(value, default)
  local read = tonumber(value)
  if not read or read ~= read or math.abs(read) > 1e15 then return default end
  return read
end
local limit = number(kept[1], 0)
if limit < 1 then limit = tonumber(ARGV[2]) end
local points = number(kept[2], limit)
local at = number(kept[3], now)
local withheld = number(kept[9], 0)
-- Nothing lasts longer than it was to last from this moment: a clock may have been set back. And no closure lasts longer than
-- the longest one that is allowed, whichever release stored it.
local closedMs = math.min(number(kept[8], longest), longest)
local opensAt = math.min(number(kept[4], 0), now + closedMs)
local resetAt = math.min(number(kept[5], 0), now + interval)
local withheldUntil = math.min(number(kept[10], 0), now + longest)
points = math.max(points, continuous and math.min(0, 1 - longest * limit / interval) or 0)

-- Filled up to this moment. The clocks of hosts may differ a little, which fills nothing twice. A clock that was set back
-- takes nothing away; the server's own differs from no other, so that it can only have been set back.
if continuous then
  if at > now and (ownTime or at - now > interval) then at = now end
  points = points + math.max(0, now - at) / interval * limit
elseif resetAt > 0 and resetAt <= now then
  points, withheld, resetAt, window = limit, 0, 0, window + 1
end
if withheld > 0 and withheldUntil <= now then points, withheld = points + withheld, 0 end
points = math.min(limit, points)
withheld = math.min(withheld, limit - points)

-- Who does not look when his time has come is dead.
local queue, deadlines = KEYS[2], KEYS[3]
for _, dead in ipairs(redis.call('ZRANGEBYSCORE', deadlines, '-inf', now)) do
  redis.call('ZREM', queue, dead)
  redis.call('ZREM', deadlines, dead)
end

local function filledIn(lacking)
  if lacking <= 0 then return 0 end
  if continuous then return math.ceil(lacking * interval / limit) end
  return (resetAt > 0 and resetAt - now or 0) + (math.ceil(lacking / limit) - 1) * interval
end
-- Requests are not equally long on their way: the provider may see this moment's after the next second's. A bucket that is
-- used to the last point would be empty there by then, so some are kept back: two seconds' worth, of a small one less.
local function waitBehind(ahead)
  local reserve = continuous and math.floor(math.min(2000 * limit / interval, limit / 25)) or 0
  local lacking = ahead + 1 + reserve - points
  local ms = filledIn(lacking)
  if withheld > 0 then ms = math.min(ms, math.max(withheldUntil - now, filledIn(lacking - withheld))) end
  return math.max(0, opensAt - now, ms)
end

local op, waitMs, place = ARGV[6], 0, 0
local function leave()
  redis.call('ZREM', deadlines, ARGV[7])
  return redis.call('ZREM', queue, ARGV[7]) == 1
end
if op == 'take' then
  waitMs = waitBehind(redis.call('ZCARD', queue))
  if waitMs <= tonumber(ARGV[7]) then
    last = math.max(last + 1, math.floor(now))
    place = last
  end
elseif op == 'look' then
  place = tonumber(ARGV[7])
  waitMs = waitBehind(redis.call('ZCOUNT', queue, '-inf', '(' .. ARGV[7]))
elseif op == 'back' then
  local waiting = leave()
  if not waiting and (continuous or tonumber(ARGV[8]) == window) then points = math.min(limit, points + 1) end
  if not continuous and points == limit then resetAt = 0 end -- a window begins with a call that is sent
elseif op == 'learn' then
  local remaining, told, resetIn = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
  -- What was left of a window that is over says nothing of the next.
  local over = resetIn and resetIn <= 0 and not continuous
  if remaining and not over then
    if told and limit < 1e15 then points, limit = points + math.max(0, told - limit), told end
    local counted = math.min(limit, points + withheld)
    points = math.min(limit, points, remaining)
    withheld, withheldUntil = math.max(0, counted - points), now + longest
    if resetIn and not continuous then resetAt = now + math.min(resetIn, interval) end
  end
elseif op == 'block' then
  -- A shorter refusal that arrives later does not open what a longer one has closed.
  local ms = math.min(tonumber(ARGV[7]), longest)
  if now + ms > opensAt then opensAt, closedMs = now + ms, ms end
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
local function text(value) return string.format('%.17g', value) end
redis.call('HSET', KEYS[1], 'points', text(points), 'at', text(math.max(at, now)), 'opensAt', text(opensAt), 'resetAt',
  text(resetAt), 'last', text(last), 'window', text(window), 'closedMs', text(closedMs), 'withheld', text(withheld),
  'withheldUntil', text(withheldUntil), 'generation', generation)
if limit ~= tonumber(ARGV[2]) then redis.call('HSET', KEYS[1], 'limit', text(limit)) else redis.call('HDEL', KEYS[1], 'limit') end
-- Full again, it is as good as new; a while longer, for calls under way.
local givenBackIn = withheld > 0 and withheldUntil - now or 0
local keep = math.ceil(math.max(fullIn, opensIn, givenBackIn, waitBehind(redis.call('ZCARD', queue)))) + 120000
for index = 1, 3 do redis.call('PEXPIRE', KEYS[index], keep) end
return { text(waitMs), text(place), text(window), text(opensIn), text(limit), text(points), text(fullIn) }`);

/**
 * Resets all buckets of an owner at once. KEYS: the generation of the owner. ARGV: another generation; milliseconds that it
 * is stored, longer than any bucket is.
 */
export const reset = script(`return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`);
