import { script } from './client.ts';

/**
 * Runs one step of a bucket. KEYS: the bucket's hash; its queue, which holds the waiting calls in order of arrival; the
 * deadline of each waiting call, after which it counts as dead; its owner's generation; the ends of the refusals of the
 * owner's buckets that share a limit. A bucket whose generation differs from its owner's was reset, and starts over.
 *
 * All calls of the fleet are counted here, so a provider's response can only lower the count, when it reports calls
 * that others made with the same credentials. Points that a response takes away (`withheld`) come back after the
 * longest block.
 *
 * ARGV: the time in milliseconds, empty for the server's; limit, interval, refill; the longest time in milliseconds for
 * which a response may block the bucket; the operation and its two values; whether the bucket shares a limit; then,
 * optionally, a response's report: the remaining points, the limit, milliseconds to the next window, and the window in
 * which the call was sent. Each of them may be empty. The report is applied before the operation. The operations are
 * - `take`, the longest wait: takes a point, or a ticket for the queue
 * - `look`, the ticket: takes the point if it is the ticket's turn, else returns how much longer it has to wait
 * - `back`, the ticket, the window: returns an unused ticket or point
 * - `block`, milliseconds: records that the provider refused a call
 * - `learn`: applies only the report
 *
 * Every call of the fleet takes at least one step, so a step runs as few commands as possible: six if no call is
 * waiting. It writes only the changed fields.
 *
 * Returns, separated by spaces: milliseconds to wait, the ticket (0: the wait is too long), the window, milliseconds
 * until a refusal is over, limit, points, milliseconds until the bucket is full.
 */
export const bucket = script(`
local now, interval, continuous, longest = tonumber(ARGV[1]), tonumber(ARGV[3]), ARGV[4] == 'continuous', tonumber(ARGV[5])
local ownTime = not now
if ownTime then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local names = { 'points', 'at', 'opensAt', 'resetAt', 'last', 'window', 'closedMs', 'withheld', 'withheldUntil' }
local stored = redis.call('HMGET', KEYS[1], 'points', 'at', 'opensAt', 'resetAt', 'last', 'window', 'closedMs', 'withheld',
  'withheldUntil', 'limit', 'generation')
local last, window = tonumber(stored[5]) or 0, tonumber(stored[6]) or 0
local generation = redis.call('GET', KEYS[4]) or ''
local isReset = (stored[11] or '') ~= generation
if isReset then
  redis.call('DEL', KEYS[1])
  stored, window = {}, window + 1
end

-- Earlier releases stored whatever a response reported, so implausible numbers count as unknown.
local function number(value, default)
  local read = tonumber(value)
  if not read or read ~= read or math.abs(read) > 1e15 then return default end
  return read
end
local limit = number(stored[10], 0)
if limit < 1 then limit = tonumber(ARGV[2]) end
local points = number(stored[1], limit)
local at = number(stored[2], now)
local withheld = number(stored[8], 0)
-- A clock may have been set back, so cap each remaining time at its full duration from now. No block lasts longer than the
-- longest allowed one, no matter which release stored it.
local closedMs = math.min(number(stored[7], longest), longest)
local opensAt = math.min(number(stored[3], 0), now + closedMs)
local resetAt = math.min(number(stored[4], 0), now + interval)
local withheldUntil = math.min(number(stored[9], 0), now + longest)
points = math.max(points, continuous and math.min(0, 1 - longest * limit / interval) or 0)

-- After the end of a used-up window, no call is sent for a moment, because the provider's window starts when the first
-- request arrives, so it ends later, unless a refusal said when. Late reports and returned points change nothing then.
local function endReserve()
  return (continuous or opensAt >= resetAt) and 0 or math.min(2000, interval / 25)
end

-- Refill up to this moment. If the clocks of hosts differ a little, no time refills points twice, and a clock that was set
-- back removes none. There is only one server clock, so if it is behind, it was set back.
if continuous then
  if at > now and (ownTime or at - now > interval) then at = now end
  points = points + math.max(0, now - at) / interval * limit
elseif resetAt > 0 and resetAt + (points < 1 and endReserve() or 0) <= now then
  points, withheld, resetAt, window = limit, 0, 0, window + 1
end
local inReserve = not continuous and resetAt > 0 and resetAt <= now
if withheld > 0 and withheldUntil <= now then points, withheld = points + withheld, 0 end
points = math.min(limit, points)
withheld = math.min(withheld, limit - points)

-- A waiting call that does not look by its deadline is dead.
local queue, deadlines = KEYS[2], KEYS[3]
local waiting = redis.call('ZCARD', queue)
if waiting > 0 then
  for _, dead in ipairs(redis.call('ZRANGEBYSCORE', deadlines, '-inf', now)) do
    waiting = waiting - redis.call('ZREM', queue, dead)
    redis.call('ZREM', deadlines, dead)
  end
end

-- If two buckets that share a limit are blocked, all of them are, until only one is left.
local shared = ARGV[9] ~= ''
local function sharedWait()
  local second = shared and redis.call('ZREVRANGE', KEYS[5], 1, 1, 'WITHSCORES')[2]
  return second and math.min(math.max(0, second - now), longest) or 0
end
local sharedMs = sharedWait()

local function filledIn(lacking)
  if lacking <= 0 then return 0 end
  if continuous then return math.ceil(lacking * interval / limit) end
  local reserve = endReserve()
  return (resetAt > 0 and resetAt + reserve - now or 0) + (math.ceil(lacking / limit) - 1) * (interval + reserve)
end
-- Requests overtake each other, so the provider may see this one after requests of the next second. If the last point were
-- used, its bucket would be empty by then, so two seconds' worth of points stay in reserve, fewer in a small bucket.
local function waitBehind(ahead)
  local reserve = continuous and math.floor(math.min(2000 * limit / interval, limit / 25)) or 0
  local lacking = ahead + 1 + reserve - points
  local ms = filledIn(lacking)
  if withheld > 0 then ms = math.min(ms, math.max(withheldUntil - now, filledIn(lacking - withheld))) end
  return math.max(0, opensAt - now, sharedMs, ms)
end

local remaining, reported, resetIn = tonumber(ARGV[10]), tonumber(ARGV[11]), tonumber(ARGV[12])
if remaining and not continuous then
  -- Points left in a window that has ended do not count in the next one.
  local sentIn = tonumber(ARGV[13])
  if inReserve or (resetIn and resetIn <= 0) or (sentIn and sentIn ~= window) then remaining = nil end
end
if remaining then
  if reported and limit < 1e15 then points, limit = points + math.max(0, reported - limit), reported end
  local counted = math.min(limit, points + withheld)
  points = math.min(limit, points, remaining)
  withheld, withheldUntil = math.max(0, counted - points), now + longest
  if resetIn and not continuous then resetAt = now + math.min(resetIn, interval) end
end

local op, waitMs, ticket = ARGV[6], 0, 0
local function leave()
  if waiting == 0 then return false end
  redis.call('ZREM', deadlines, ARGV[7])
  local left = redis.call('ZREM', queue, ARGV[7])
  waiting = waiting - left
  return left == 1
end
if op == 'take' then
  waitMs = waitBehind(waiting)
  if waitMs <= tonumber(ARGV[7]) then
    last = math.max(last + 1, math.floor(now))
    ticket = last
  end
elseif op == 'look' then
  ticket = tonumber(ARGV[7])
  waitMs = waitBehind(waiting > 0 and redis.call('ZCOUNT', queue, '-inf', '(' .. ARGV[7]) or 0)
elseif op == 'back' then
  local counts = continuous or (tonumber(ARGV[8]) == window and not inReserve)
  if not leave() and counts then points = math.min(limit, points + 1) end
  if not continuous and points == limit then resetAt = 0 end -- a window starts with the first call that is sent
elseif op == 'block' then
  -- A shorter block that arrives later does not end a longer one.
  local ms = math.min(tonumber(ARGV[7]), longest)
  if now + ms > opensAt then opensAt, closedMs = now + ms, ms end
  if shared then
    redis.call('ZADD', KEYS[5], opensAt, KEYS[1])
    redis.call('PEXPIRE', KEYS[5], math.ceil(longest) + 120000)
    sharedMs = sharedWait()
  end
end

if ticket > 0 and waitMs == 0 then
  points = points - 1
  if not continuous and resetAt == 0 then resetAt = now + interval end
  if op == 'look' then leave() end
elseif ticket > 0 then
  waiting = waiting + redis.call('ZADD', queue, ticket, ticket)
  redis.call('ZADD', deadlines, now + waitMs + 5000, ticket)
end

local opensIn, fullIn = math.max(0, opensAt - now, sharedMs), 0
if continuous then
  fullIn = (limit - points) * interval / limit
elseif resetAt > 0 then
  fullIn = resetAt - now
end
local values = { points, math.max(at, now), opensAt, resetAt, last, window, closedMs, withheld, withheldUntil }
local changed = {}
local function change(name, value)
  changed[#changed + 1] = name
  changed[#changed + 1] = value
end
for index, name in ipairs(names) do
  if tonumber(stored[index]) ~= values[index] then change(name, string.format('%.17g', values[index])) end
end
if limit == tonumber(ARGV[2]) then
  if stored[10] then redis.call('HDEL', KEYS[1], 'limit') end
elseif tonumber(stored[10]) ~= limit then
  change('limit', string.format('%.17g', limit))
end
if isReset then change('generation', generation) end
if #changed > 0 then redis.call('HSET', KEYS[1], unpack(changed)) end
-- A full bucket is the same as a new one. It is stored a while longer for calls in flight.
local givenBackIn = withheld > 0 and withheldUntil - now or 0
local storedMs = math.ceil(math.max(fullIn, opensIn, givenBackIn, waitBehind(waiting))) + 120000
for index = 1, waiting > 0 and 3 or 1 do redis.call('PEXPIRE', KEYS[index], storedMs) end
return string.format('%.17g %.17g %.17g %.17g %.17g %.17g %.17g', waitMs, ticket, window, opensIn, limit, points, fullIn)`);

/**
 * Resets all buckets of an owner at once. KEYS: the owner's generation; the ends of its refusals. ARGV: a new
 * generation; the milliseconds for which it is stored, longer than any bucket.
 */
export const reset = script(`redis.call('DEL', KEYS[2])
return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`);
