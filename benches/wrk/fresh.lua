-- The same request each time, never from a kept answer.
wrk.headers["cache-control"] = "no-cache"
