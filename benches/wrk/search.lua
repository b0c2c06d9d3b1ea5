-- Searches that differ, so that no kept answer serves them.
wrk.headers["cache-control"] = "no-cache"
local words = { "taal", "koffie", "wandelen", "kinderen", "tuin", "chauffeur", "koken", "voorlezen", "computer", "zorg", "muziek", "dieren" }
request = function()
  local word = words[math.random(#words)]
  return wrk.format("GET", "/api/v1/vacancies?filter%5Bq%5D=" .. word .. "&filter%5Bvacancy_type_in%5D=volunteering,language,one-on-one&include=organization&page%5Bsize%5D=20")
end
