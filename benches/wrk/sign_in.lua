-- People sign in, each from a place of their own. Their addresses stand in a file, one a line.
local thread = 0
setup = function(t)
  t:set("id", thread)
  thread = thread + 1
end
local emails = {}
init = function(args)
  for line in io.lines(args[1]) do
    emails[#emails + 1] = line
  end
  PASSWORD = args[2]
  math.randomseed(os.time() + id)
end
request = function()
  local body = string.format('{"email":"%s","password":"%s"}', emails[math.random(#emails)], PASSWORD)
  return wrk.format("POST", "/auth/sign_in", { ["content-type"] = "application/json", ["x-forwarded-for"] = string.format("10.%d.%d.%d", math.random(0, 255), math.random(0, 255), math.random(0, 255)) }, body)
end
