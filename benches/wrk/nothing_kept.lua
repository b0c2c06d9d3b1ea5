-- The same request each time, from nothing that is kept, parts of rows neither.
wrk.headers["cache-control"] = "no-store"
