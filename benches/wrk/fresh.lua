-- The same request each time, never from what is kept.
wrk.headers["cache-control"] = "no-cache"
