/**
 * Does a write in the engine, and appends it to the log under the next number: all or nothing.
 *
 * KEYS: counter, log, index, expiry, and what the keys of entries begin with.
 * ARGV: the time by the engine's clock after which it is too late, in milliseconds; the number that the entry must have
 * (0: there must be none; empty: any); the type; the write in JSON, without a body; who wrote it; the key of an entry;
 * and of a PUT the entry in JSON, its milliseconds to live (empty: until it is removed), and its names in the index in
 * JSON. Returns “late” or “changed”, with nothing done; or “done”, the number, and how many entries went.
 *
 * Index: a sorted set of NAME, NUL and the key, for each name of an entry: “u”, “e” with its ETag, “g” with a group.
 */
export const COMMIT = `#!lua
local deadline, expected, kind, write, writer, key, entry, life, names = unpack(ARGV)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now > tonumber(deadline) then return {'late'} end

local function drop(key)
  local names = redis.call('HGET', KEYS[5] .. key, 'names')
  if not names then return 0 end
  for _, name in ipairs(cjson.decode(names)) do
    redis.call('ZREM', KEYS[3], name .. '\\0' .. key)
  end
  redis.call('ZREM', KEYS[4], key)
  return redis.call('DEL', KEYS[5] .. key)
end

local function dropAll(start)
  local dropped = 0
  local members = redis.call('ZRANGE', KEYS[3], '[' .. start, '(' .. start .. '\\255', 'BYLEX')
  for _, member in ipairs(members) do
    dropped = dropped + drop(string.sub(member, string.find(member, '\\0', 1, true) + 1))
  end
  return dropped
end

local expiresAt = redis.call('ZSCORE', KEYS[4], key)
if expiresAt and tonumber(expiresAt) <= now then drop(key) end
local current = redis.call('HGET', KEYS[5] .. key, 'number') or '0'
if expected ~= '' and expected ~= current then return {'changed'} end

local expired = redis.call('ZRANGE', KEYS[4], '-inf', now, 'BYSCORE', 'LIMIT', 0, 100)
for _, each in ipairs(expired) do drop(each) end

local number = redis.call('INCR', KEYS[1])
local dropped = 0
if kind == 'put' or kind == 'remove' then dropped = drop(key) end
if kind == 'put' then
  redis.call('HSET', KEYS[5] .. key, 'number', number, 'names', names, 'entry', entry)
  for _, name in ipairs(cjson.decode(names)) do
    redis.call('ZADD', KEYS[3], 0, name .. '\\0' .. key)
  end
  if life ~= '' then redis.call('ZADD', KEYS[4], now + life, key) end
end
if kind == 'invalidate' then
  local selector = cjson.decode(write).selector
  for _, url in ipairs(selector.urls or {}) do dropped = dropped + drop(url) end
  for _, prefix in ipairs(selector.prefixes or {}) do
    dropped = dropped + dropAll('u\\0' .. prefix)
  end
  for _, etag in ipairs(selector.etags or {}) do
    dropped = dropped + dropAll('e' .. etag .. '\\0')
  end
  for _, group in ipairs(selector.groups or {}) do
    dropped = dropped + dropAll('g' .. group .. '\\0')
  end
end
redis.call('XADD', KEYS[2], 'MAXLEN', '~', 10000, '*', 'number', number, 'write', write, 'by', writer)
return {'done', number, dropped}
`;

/** The same for what is no PUT: also when the memory is full. */
export const COMMIT_IN_NO_SPACE = COMMIT.replace('#!lua', '#!lua flags=allow-oom');

/**
 * Says in what state the engine is at one moment, also when its memory is full, as MULTI would not.
 *
 * KEYS: counter, log.
 * Returns the number of the last write, or nil; what XREVRANGE says of the last one in the log; what TIME, INFO server
 * and INFO replication say.
 */
export const STATE = `#!lua flags=no-writes,allow-oom
return {
  redis.call('GET', KEYS[1]),
  redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1),
  redis.call('TIME'),
  redis.call('INFO', 'server'),
  redis.call('INFO', 'replication'),
}
`;
