-- name: leaderboard_size(start, server_id, variant, kind)$
SELECT COUNT(*) FROM standings WHERE leaderboard_id = (
    SELECT id FROM leaderboards WHERE start = :start AND server_id = :server_id AND variant = :variant AND kind = :kind
);

-- name: leaderboard_page(start, server_id, variant, kind, offset, count, hiding)
-- Places with the names of players, unless they hide them by the preference `hiding`, or the host or the server does, the
-- number of players with a better standing than the first place, and whether the result of a day was given up.
WITH board AS (
    SELECT id FROM leaderboards WHERE start = :start AND server_id = :server_id AND variant = :variant AND kind = :kind
),
page AS (
    SELECT standing, user_id FROM standings WHERE leaderboard_id = (SELECT id FROM board)
    ORDER BY standing, user_id LIMIT :count OFFSET :offset
),
better AS (
    SELECT COUNT(*) AS players FROM standings
    WHERE leaderboard_id = (SELECT id FROM board) AND standing < (SELECT MIN(standing) FROM page)
)
SELECT page.user_id, name, page.standing, (SELECT players FROM better), EXISTS (
    SELECT 1 FROM results JOIN games ON games.id = game_id
    WHERE :kind = 'day' AND results.user_id = page.user_id AND results.day = :start AND results.variant = :variant
        AND status = 'given up'
) FROM page
LEFT JOIN players ON players.user_id = page.user_id AND NOT EXISTS (
    SELECT 1 FROM preferences
    WHERE preferences.user_id = page.user_id AND preferences.name = :hiding AND value = 'on'
) AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.kind IN ('name', 'name in ' || CAST(:server_id AS TEXT)) AND blocks.id = page.user_id)
ORDER BY page.standing, page.user_id;

-- name: leaderboard_place(start, server_id, variant, kind, user_id, equal_below, hiding)^
-- A player's name, unless the preference `hiding` is on, or the host or the server hides it, their standing, the number of players
-- ahead (of those with an equal standing, only the ones with ids below `equal_below`), and whether the result of a day was
-- given up.
-- The plus signs change no value, but without them SQLite searches by the first of two columns only.
WITH board AS (
    SELECT id FROM leaderboards WHERE start = :start AND server_id = :server_id AND variant = :variant AND kind = :kind
),
own AS (
    SELECT standing FROM standings WHERE user_id = :user_id AND leaderboard_id = (SELECT id FROM board)
)
SELECT (
    SELECT name FROM players WHERE user_id = :user_id AND NOT EXISTS (
        SELECT 1 FROM preferences WHERE user_id = :user_id AND preferences.name = :hiding AND value = 'on'
    ) AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.kind IN ('name', 'name in ' || CAST(:server_id AS TEXT)) AND blocks.id = :user_id)
), standing, (
    SELECT COUNT(*) FROM standings
    WHERE leaderboard_id = (SELECT id FROM board)
        AND (standing, user_id) < (SELECT +standing, +CAST(:equal_below AS BIGINT) FROM own)
), EXISTS (
    SELECT 1 FROM results JOIN games ON games.id = game_id
    WHERE :kind = 'day' AND results.user_id = :user_id AND results.day = :start AND results.variant = :variant
        AND status = 'given up'
) FROM own;

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

-- name: results_of_day(day)
-- How many players have finished each game of a day, by their cards home.
SELECT variant, home, COUNT(*) FROM results WHERE day = :day GROUP BY variant, home;

-- name: ranks_of_day(user_id, day, server_id)
-- For each game of a day that a user has finished, in this server and in the world (0): the number of players, and how
-- many of them did better and worse than the user.
SELECT variant, board.server_id,
    (SELECT COUNT(*) FROM standings WHERE leaderboard_id = board.id),
    (SELECT COUNT(*) FROM standings WHERE leaderboard_id = board.id AND standing < own.standing),
    (SELECT COUNT(*) FROM standings WHERE leaderboard_id = board.id AND standing > own.standing)
FROM leaderboards AS board
JOIN standings AS own ON own.user_id = :user_id AND own.leaderboard_id = board.id
WHERE start = :day AND board.server_id IN (0, :server_id) AND variant <> '' AND kind = 'day';

-- name: add_result(user_id, day, variant, game_id, server_id, home, effort, seconds)!
-- Store a result, unless the user has one in this daily already, or the key of its day or a later one is revealed.
INSERT INTO results (user_id, day, variant, game_id, server_id, home, effort, seconds, is_counted)
SELECT :user_id, :day, :variant, :game_id, :server_id, :home, :effort, :seconds, 0
WHERE NOT EXISTS (SELECT 1 FROM dailies WHERE day >= :day AND is_revealed = 1)
ON CONFLICT (user_id, day, variant) DO NOTHING;

-- name: uncounted_results(count)
-- By user and day: a run that goes on from its last day is cheaper than one computed from all days.
SELECT user_id, day, variant, server_id, home, effort, seconds FROM results WHERE is_counted = 0
ORDER BY user_id, day LIMIT :count;

-- name: uncounted_results_of(user_id, count)
SELECT user_id, day, variant, server_id, home, effort, seconds FROM results WHERE user_id = :user_id AND is_counted = 0
ORDER BY day LIMIT :count;

-- name: mark_counted(user_id, day, variant)!
UPDATE results SET is_counted = 1 WHERE user_id = :user_id AND day = :day AND variant = :variant;

-- name: standings_near(user_id, day, week, month, server_id, variant)
-- The user's standings and streaks on all leaderboards that a result may count for, and on some others of these days.
SELECT start, leaderboards.server_id, variant, kind, id, standing, last, current, longest, since_freeze, has_freeze
FROM leaderboards
LEFT JOIN standings ON standings.user_id = :user_id AND standings.leaderboard_id = id
LEFT JOIN streaks ON kind = 'streaks' AND streaks.user_id = :user_id AND streaks.leaderboard_id = id
WHERE start IN (0, :day, :week, :month) AND leaderboards.server_id IN (0, :server_id) AND variant IN ('', :variant);

-- name: add_leaderboards(start, server_id, variant, kind)*!
INSERT INTO leaderboards (id, start, server_id, variant, kind)
SELECT COALESCE(MAX(id), 0) + 1, :start, :server_id, :variant, :kind FROM leaderboards WHERE true
ON CONFLICT (start, server_id, variant, kind) DO NOTHING;

-- name: days_played(user_id, server_id, is_world, variant)
-- The days of a user's counted results, in one server or anywhere, in one game or any. Other days than those of Python's
-- calendar cannot be read.
SELECT DISTINCT day FROM results
WHERE user_id = :user_id AND is_counted = 1 AND day BETWEEN 1 AND 3652059 AND (:is_world = 1 OR server_id = :server_id)
    AND (:variant = '' OR variant = :variant);

-- name: days_of_dailies(first, last)
-- The days between two others that had dailies.
SELECT DISTINCT day FROM dailies WHERE day > :first AND day < :last ORDER BY day;

-- name: put_standings(leaderboard_id, user_id, standing)*!
INSERT INTO standings (user_id, leaderboard_id, standing) VALUES (:user_id, :leaderboard_id, :standing)
ON CONFLICT (user_id, leaderboard_id) DO UPDATE SET standing = excluded.standing;

-- name: put_streaks(user_id, leaderboard_id, last, current, longest, since_freeze, has_freeze)*!
INSERT INTO streaks (user_id, leaderboard_id, last, current, longest, since_freeze, has_freeze)
VALUES (:user_id, :leaderboard_id, :last, :current, :longest, :since_freeze, :has_freeze)
ON CONFLICT (user_id, leaderboard_id) DO UPDATE
SET last = excluded.last, current = excluded.current, longest = excluded.longest,
    since_freeze = excluded.since_freeze, has_freeze = excluded.has_freeze;

-- name: delete_streaks(user_id)!
DELETE FROM streaks WHERE user_id = :user_id;

-- name: delete_standings(user_id)!
DELETE FROM standings WHERE user_id = :user_id;

-- name: delete_results(user_id)!
DELETE FROM results WHERE user_id = :user_id;

-- name: delete_player(user_id)!
DELETE FROM players WHERE user_id = :user_id;

-- name: name_player(user_id, name)!
INSERT INTO players (user_id, name) VALUES (:user_id, :name)
ON CONFLICT (user_id) DO UPDATE SET name = excluded.name WHERE players.name <> excluded.name;
