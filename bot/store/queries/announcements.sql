-- name: put_announcement(server_id, channel_id, language, hour, time_zone, since, due_at)!
INSERT INTO announcements (server_id, channel_id, language, hour, time_zone, since, due_at)
VALUES (:server_id, :channel_id, :language, :hour, :time_zone, :since, :due_at)
ON CONFLICT (server_id) DO UPDATE
SET channel_id = excluded.channel_id, language = excluded.language, hour = excluded.hour,
    time_zone = excluded.time_zone, since = excluded.since, due_at = excluded.due_at, problem = NULL;

-- name: delete_announcement(server_id)!
DELETE FROM announcements WHERE server_id = :server_id;

-- name: announcement(server_id)^
-- Version 0.3.0 switched off announcements with a `problem`.
SELECT server_id, channel_id, language, hour, time_zone, due_at, announced, anchor, since FROM announcements
WHERE server_id = :server_id AND problem IS NULL;

-- name: announcements_due(now)
SELECT server_id, channel_id, language, hour, time_zone, due_at, announced, anchor, since FROM announcements
WHERE problem IS NULL AND due_at <= :now
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE kind = 'server' AND id = server_id);

-- name: announced(server_id)$
-- The last day announced in a server, even if announcements are off.
SELECT announced FROM announcements WHERE server_id = :server_id;

-- name: put_announced(server_id, today, anchor)!
UPDATE announcements SET announced = :today, anchor = :anchor WHERE server_id = :server_id;

-- name: plan_announcement(server_id, due_at)!
UPDATE announcements SET due_at = :due_at WHERE server_id = :server_id;
