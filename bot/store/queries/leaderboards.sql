-- name: results(user_id)
-- All results of a user, and whether each was given up.
SELECT results.day, results.variant, results.server_id, results.home, results.effort, results.seconds,
    COALESCE(status, '') = 'given up'
FROM results LEFT JOIN games ON games.id = game_id
WHERE results.user_id = :user_id ORDER BY results.day, game_id;

-- name: server_streak(server_id, today)$
-- The days with dailies, up to today, since the last one before today on which nobody in a server finished one. It looks
-- each day up in the index `results_of_server`, so the number of players costs nothing, and a thousand days take 12 ms.
-- LIMIT keeps PostgreSQL from reading all results of the server instead.
SELECT COUNT(DISTINCT day) FROM dailies
WHERE day <= :today AND day > COALESCE((
    SELECT day FROM dailies WHERE day < :today
        AND (SELECT 1 FROM results WHERE server_id = :server_id AND results.day = dailies.day LIMIT 1) IS NULL
    ORDER BY day DESC LIMIT 1
), 0) AND (SELECT 1 FROM results WHERE server_id = :server_id AND results.day = dailies.day LIMIT 1) = 1;

-- name: players_in_server(server_id, day)$
-- Counting 125,000 players takes 50 ms, once a day for each server.
SELECT COUNT(DISTINCT user_id) FROM results WHERE server_id = :server_id AND day = :day;

-- name: last_played(server_id, today)$
SELECT MAX(day) FROM results WHERE server_id = :server_id AND day <= :today;

-- name: places_of_day(user_id, day, server_id, lost)
-- For each game of a day: the number of players, how many of them won, with a standing below `lost`, and how many did
-- better and worse than a user; then whether the user played it in this server, and the same numbers there.
SELECT dailies.variant,
    (SELECT COUNT(*) FROM results WHERE day = :day AND variant = dailies.variant AND standing IS NOT NULL),
    (SELECT COUNT(*) FROM results WHERE day = :day AND variant = dailies.variant AND standing < :lost),
    (SELECT COUNT(*) FROM results WHERE day = :day AND variant = dailies.variant AND standing < own.standing),
    (SELECT COUNT(*) FROM results WHERE day = :day AND variant = dailies.variant AND standing > own.standing),
    own.standing IS NOT NULL, own.server_id = :server_id AND own.server_id <> 0,
    (SELECT COUNT(*) FROM results WHERE server_id = :server_id AND day = :day AND variant = own.variant
        AND standing IS NOT NULL),
    (SELECT COUNT(*) FROM results WHERE server_id = :server_id AND day = :day AND variant = own.variant
        AND standing < own.standing),
    (SELECT COUNT(*) FROM results WHERE server_id = :server_id AND day = :day AND variant = own.variant
        AND standing > own.standing)
FROM dailies LEFT JOIN results AS own
    ON own.user_id = :user_id AND own.day = dailies.day AND own.variant = dailies.variant
WHERE dailies.day = :day;

-- name: add_result(user_id, day, variant, game_id, server_id, home, effort, seconds, standing)!
-- Store a result, unless the user has one in this daily already, or the key of its day or a later one is revealed.
INSERT INTO results (user_id, day, variant, game_id, server_id, home, effort, seconds, standing, is_counted)
SELECT :user_id, :day, :variant, :game_id, :server_id, :home, :effort, :seconds, :standing, 1
WHERE NOT EXISTS (SELECT 1 FROM dailies WHERE day >= :day AND is_revealed = 1)
ON CONFLICT (user_id, day, variant) DO NOTHING;

-- name: totals_near(user_id, day, week, server_id)
-- The user's standings on all leaderboards of totals that a result may count for, and on some others.
SELECT kind, start, server_id, standing FROM totals
WHERE user_id = :user_id AND start IN (0, :day, :week) AND server_id IN (0, :server_id);

-- name: put_totals(user_id, kind, start, server_id, standing)*!
INSERT INTO totals (user_id, kind, start, server_id, standing) VALUES (:user_id, :kind, :start, :server_id, :standing)
ON CONFLICT (user_id, start, server_id, kind) DO UPDATE SET standing = excluded.standing
WHERE totals.standing <> excluded.standing;

-- name: days_played(user_id, server_id)
-- The days of a user's results, and whether there is one in this server.
SELECT day, MAX(CASE WHEN server_id = :server_id THEN 1 ELSE 0 END) FROM results
WHERE user_id = :user_id GROUP BY day ORDER BY day;

-- name: days_of_dailies(first, last)
-- The days between two others that had dailies.
SELECT DISTINCT day FROM dailies WHERE day > :first AND day < :last ORDER BY day;

-- name: name_player(user_id, name)!
INSERT INTO players (user_id, name) VALUES (:user_id, :name)
ON CONFLICT (user_id) DO UPDATE SET name = excluded.name WHERE players.name <> excluded.name;
