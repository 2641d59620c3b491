-- name: put_announcement(server_id, channel_id, language, today)!
-- Announce dailies from tomorrow on.
INSERT INTO announcements (server_id, channel_id, language, since, announced, problem)
VALUES (:server_id, :channel_id, :language, :today, :today, NULL)
ON CONFLICT (server_id) DO UPDATE
SET channel_id = excluded.channel_id, language = excluded.language, since = excluded.since, problem = NULL, refused = NULL,
    announced = CASE WHEN announcements.announced = excluded.announced + 1 THEN announcements.announced
        ELSE excluded.announced END;

-- name: delete_announcement(server_id)!
DELETE FROM announcements WHERE server_id = :server_id;

-- name: announcements_due(today)
-- Where today was not announced. A day later than tomorrow was announced while the clock was wrong.
SELECT server_id, channel_id, language, anchor, announced, since FROM announcements
WHERE problem IS NULL AND announced < :today
UNION ALL
SELECT server_id, channel_id, language, anchor, announced, since FROM announcements
WHERE problem IS NULL AND announced > :today + 1;

-- name: is_announcement_due(server_id, today)$
SELECT 1 FROM announcements
WHERE server_id = :server_id AND problem IS NULL AND (announced < :today OR announced > :today + 1);

-- name: put_announced(server_id, today, anchor)!
UPDATE announcements SET announced = :today, anchor = :anchor, refused = NULL
WHERE server_id = :server_id AND (announced < :today OR announced > :today + 1);

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

-- name: announcement_channel(server_id)$
-- The channel in which a server's dailies are announced.
SELECT channel_id FROM announcements WHERE server_id = :server_id AND problem IS NULL;
