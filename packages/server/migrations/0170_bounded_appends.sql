-- A transaction that holds the lock of a stream, for instance of a process that was halted, must not occupy the connections of all
-- transactions that append to this stream: they fail with 55P03, and the caller gets 503 with Retry-After. Usually an append waits less
-- than 20 ms.
alter function append_events(text, jsonb, timestamptz) set lock_timeout = '4s';
