-- name: results_after(user_id, day, variant, count)
-- The results after one, each with its game and daily.
SELECT result.user_id, result.day, result.variant, result.game_id, result.server_id, result.home, result.effort,
    result.seconds, is_counted, games.user_id, games.contest_kind, games.contest_key, begun_in, started_at, ended_at, saved, transcript,
    candidate
FROM (
    SELECT user_id, day, variant, game_id, server_id, home, effort, seconds, is_counted
    FROM results WHERE (user_id, day, variant) > (:user_id, :day, :variant)
    ORDER BY user_id, day, variant LIMIT :count
) AS result
LEFT JOIN games ON games.id = result.game_id
LEFT JOIN dailies ON dailies.day = result.day AND dailies.variant = result.variant
ORDER BY result.user_id, result.day, result.variant;

-- name: all_dailies()
-- All dailies with their proofs, if any.
SELECT dailies.day, dailies.variant, dailies.candidate, is_proven, commitment, proofs.candidate, moves FROM dailies
LEFT JOIN proofs ON proofs.day = dailies.day AND proofs.variant = dailies.variant
ORDER BY dailies.day, dailies.variant;

-- name: announced_anchors()
SELECT server_id, anchor FROM announcements WHERE anchor IS NOT NULL ORDER BY server_id;

-- name: attempts_without_result()
-- Ranked attempts at dailies that are over but have no result.
SELECT id, user_id, contest_key, ended_at FROM games
WHERE transcript IS NOT NULL AND contest_kind = 'daily' AND ended_at IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM results WHERE results.user_id = games.user_id AND results.game_id = games.id
);

-- name: standings_without_results()
SELECT DISTINCT user_id FROM standings
WHERE NOT EXISTS (SELECT 1 FROM results WHERE results.user_id = standings.user_id);

-- name: streaks_of_user(user_id)
SELECT kind, start, variant, server_id, last, current, longest, since_freeze, has_freeze FROM streaks
JOIN leaderboards ON leaderboards.id = streaks.leaderboard_id
WHERE user_id = :user_id;

-- name: clear_standings()!
DELETE FROM standings;

-- name: clear_streaks()!
DELETE FROM streaks;

-- name: clear_leaderboards()!
DELETE FROM leaderboards;

-- name: mark_all_uncounted()!
UPDATE results SET is_counted = 0 WHERE is_counted = 1;
