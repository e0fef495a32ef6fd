-- For wrk: 10,000 addresses with 500 browsers, as a proxy passes them on, besides the headers that wrk was given.
local requests = {}

function init()
  for i = 0, 9999 do
    local b = i % 500
    local h = {}
    for name, value in pairs(wrk.headers) do h[name] = value end
    h['User-Agent'] = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/'
      .. (100 + b % 50) .. '.0.' .. (b * 7) .. '.0 Safari/537.36'
    h['Accept'] = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    h['Accept-Language'] = (b % 3 == 0) and 'de-DE,de;q=0.9,en;q=0.8' or 'en-US,en;q=0.5'
    h['Sec-Fetch-Mode'] = 'navigate'
    h['X-Forwarded-For'] = (1 + i % 220) .. '.' .. (i % 250) .. '.' .. math.floor(i / 250) .. '.7'
    if i % 4 == 0 then h['Referer'] = 'https://www.site' .. (i % 40) .. '.example.co.uk/some/page' end
    requests[i] = wrk.format('GET', wrk.path, h)
  end
end

local n = 0
function request()
  n = (n + 7919) % 10000
  return requests[n]
end
