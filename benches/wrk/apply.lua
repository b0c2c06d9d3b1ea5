-- A guest applies; each time another one.
local thread = 0
setup = function(t)
  t:set("id", thread)
  thread = thread + 1
end
local n = 0
request = function()
  n = n + 1
  local body = string.format('{"data":{"type":"applications","attributes":{"vacancy_id":"%d","first_name":"Bo","email":"g%d-%d-%d@example.nl","message":"Ik wil graag helpen op dinsdagochtend.","consent":true}}}', FIRST + math.random(0, 400), id, n, STAMP)
  return wrk.format("POST", "/api/v1/applications", { ["content-type"] = "application/vnd.api+json", ["x-forwarded-for"] = string.format("10.%d.%d.%d", math.random(0, 255), math.random(0, 255), math.random(0, 255)) }, body)
end
init = function(args)
  FIRST = tonumber(args[1])
  STAMP = tonumber(args[2])
  math.randomseed(STAMP + id)
end
