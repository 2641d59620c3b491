-- name: put_block(kind, id, since)!
INSERT INTO blocks (kind, id, since) VALUES (:kind, :id, :since) ON CONFLICT (kind, id) DO NOTHING;

-- name: delete_block(kind, id)!
DELETE FROM blocks WHERE kind = :kind AND id = :id;

-- name: is_blocked(kind, id)$
SELECT EXISTS (SELECT 1 FROM blocks WHERE kind = :kind AND id = :id);

-- name: blocks()
-- The blocks of the host.
SELECT kind, id, since FROM blocks WHERE kind IN ('user', 'server', 'name') ORDER BY kind DESC, since, id;

-- name: players_named(server_id, typed, pattern, hidden, hiding, most)
-- Players with results in a server whose id is `typed` or whose names match the pattern, and whether that server has
-- hidden them, which is a block of the kind `hidden`. Those whose names are hidden everywhere, by the preference `hiding` or
-- by the host, are left out.
SELECT players.user_id, name, EXISTS (SELECT 1 FROM blocks WHERE kind = :hidden AND blocks.id = players.user_id)
FROM (SELECT DISTINCT user_id FROM results WHERE server_id = :server_id) AS here
JOIN players ON players.user_id = here.user_id
WHERE (CAST(players.user_id AS TEXT) = :typed OR LOWER(name) LIKE LOWER(:pattern) ESCAPE '!') AND NOT EXISTS (
    SELECT 1 FROM preferences
    WHERE preferences.user_id = players.user_id AND preferences.name = :hiding AND value = 'on'
) AND NOT EXISTS (SELECT 1 FROM blocks WHERE kind = 'name' AND blocks.id = players.user_id)
ORDER BY players.name, players.user_id LIMIT :most;
