-- name: results_after(user_id, day, variant, count)
-- So many results after one, each with the game that it is said to be of, and the daily that this was an attempt at.
SELECT results.user_id, results.day, results.variant, results.game_id, results.server_id, home_put_down, effort,
    seconds_put_down, games.user_id, games.day, games.server_id, saved, transcript, key, candidate
FROM (
    SELECT user_id, day, variant, game_id, server_id, home AS home_put_down, effort, seconds AS seconds_put_down
    FROM results WHERE (user_id, day, variant) > (:user_id, :day, :variant)
    ORDER BY user_id, day, variant LIMIT :count
) AS results
LEFT JOIN games ON games.id = results.game_id
LEFT JOIN dailies ON dailies.day = results.day AND dailies.variant = results.variant
ORDER BY results.user_id, results.day, results.variant;

-- name: attempts_without_result()
-- Ranked attempts that ended, and when, but have no result.
SELECT id, user_id, day, variant, changed_at FROM games
WHERE transcript IS NOT NULL AND status <> 'playing' AND NOT EXISTS (
    SELECT 1 FROM results WHERE results.game_id = games.id
) ORDER BY id;

-- name: standings_without_results()
SELECT DISTINCT user_id FROM standings
WHERE NOT EXISTS (SELECT 1 FROM results WHERE results.user_id = standings.user_id) ORDER BY user_id;

-- name: miscounted_leaderboards()
-- Leaderboards whose fences count others than there are.
SELECT kind, start, variant, server_id, counted, players FROM leaderboards
JOIN (SELECT leaderboard_id, SUM(players) AS counted FROM fences GROUP BY leaderboard_id) AS fenced
    ON fenced.leaderboard_id = leaderboards.id
JOIN (SELECT leaderboard_id, COUNT(*) AS players FROM standings GROUP BY leaderboard_id) AS standing
    ON standing.leaderboard_id = leaderboards.id
WHERE counted <> players ORDER BY id;
