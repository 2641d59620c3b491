-- name: put_announcement(server_id, channel_id, language, hour, time_zone, since, due_at)!
INSERT INTO announcements (server_id, channel_id, language, hour, time_zone, since, due_at)
VALUES (:server_id, :channel_id, :language, :hour, :time_zone, :since, :due_at)
ON CONFLICT (server_id) DO UPDATE
SET channel_id = excluded.channel_id, language = excluded.language, hour = excluded.hour,
    time_zone = excluded.time_zone, since = excluded.since, due_at = excluded.due_at, problem = NULL, refused = NULL;

-- name: delete_announcement(server_id)!
DELETE FROM announcements WHERE server_id = :server_id;

-- name: announcement(server_id)^
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
UPDATE announcements SET announced = :today, anchor = :anchor, refused = NULL WHERE server_id = :server_id;

-- name: plan_announcement(server_id, due_at)!
UPDATE announcements SET due_at = :due_at WHERE server_id = :server_id;

-- name: refuse_announcement(server_id, channel_id, today)!
UPDATE announcements SET refused = COALESCE(refused, :today) WHERE server_id = :server_id AND channel_id = :channel_id;

-- name: switch_off_announcement(server_id, channel_id, problem, latest)!
-- Switch off announcements that Discord has refused since this day or an earlier one.
UPDATE announcements SET problem = :problem
WHERE server_id = :server_id AND channel_id = :channel_id AND refused <= :latest;

-- name: announcement_problem(server_id)^
SELECT channel_id, problem FROM announcements WHERE server_id = :server_id AND problem IS NOT NULL;

-- name: forget_announcement_problem(server_id, channel_id)!
DELETE FROM announcements WHERE server_id = :server_id AND channel_id = :channel_id AND problem IS NOT NULL;
