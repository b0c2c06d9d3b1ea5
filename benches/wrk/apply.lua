-- Guests apply, each time another one, to vacancies that are open. Their ids stand in a file, one a line.
local thread = 0
setup = function(t)
  t:set("id", thread)
  thread = thread + 1
end
local n = 0
local vacancies = {}
init = function(args)
  for line in io.lines(args[1]) do
    vacancies[#vacancies + 1] = line
  end
  STAMP = tonumber(args[2])
  math.randomseed(STAMP + id)
end
request = function()
  n = n + 1
  local body = string.format('{"data":{"type":"applications","attributes":{"vacancy_id":"%s","first_name":"Bo","email":"g%d-%d-%d@example.nl","message":"Ik wil graag helpen op dinsdagochtend.","consent":true}}}', vacancies[math.random(#vacancies)], id, n, STAMP)
  return wrk.format("POST", "/api/v1/applications", { ["content-type"] = "application/vnd.api+json", ["x-forwarded-for"] = string.format("10.%d.%d.%d", math.random(0, 255), math.random(0, 255), math.random(0, 255)) }, body)
end
