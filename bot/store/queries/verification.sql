-- name: contents()^
SELECT (SELECT COUNT(*) FROM games), (SELECT COUNT(DISTINCT user_id) FROM games), (SELECT COUNT(*) FROM results),
    (SELECT COUNT(*) FROM challenges), (SELECT COUNT(*) FROM announcements),
    (SELECT COUNT(*) FROM blocks WHERE kind IN ('user', 'server', 'name')),
    (SELECT MAX(changed_at) FROM games);

-- name: games_after(game_id, count)
SELECT id AS game_id, user_id, saved, variant, dealt, status, home FROM games WHERE id > :game_id ORDER BY id LIMIT :count;

-- name: next_user_with_results(user_id)$
SELECT user_id FROM results WHERE user_id > :user_id ORDER BY user_id LIMIT 1;

-- name: evidence_of_user(user_id)
-- A user's results, each with its game and daily.
SELECT result.user_id, result.day, result.variant, result.game_id, result.server_id, result.home, result.effort,
    result.seconds, is_counted, games.user_id AS player_id, games.contest_kind, games.contest_key, begun_in, started_at,
    ended_at, saved, transcript, candidate
FROM results AS result
LEFT JOIN games ON games.id = result.game_id
LEFT JOIN dailies ON dailies.day = result.day AND dailies.variant = result.variant
WHERE result.user_id = :user_id ORDER BY result.day, result.variant;

-- name: scores_after(challenge_id, user_id, count)
-- Scores on the cards of challenges, and attempts that ended in time without one, each with its attempt, if any.
SELECT entries.challenge_id, entries.user_id, role, challenges.dealt, challenges.ends_at, entries.home, entries.effort,
    entries.seconds, ended_at, saved, transcript
FROM entries
JOIN challenges ON challenges.id = entries.challenge_id
LEFT JOIN games ON games.user_id = entries.user_id AND contest_kind = 'challenge'
    AND contest_key = CAST(entries.challenge_id AS TEXT) AND transcript IS NOT NULL
WHERE (entries.challenge_id, entries.user_id) > (:challenge_id, :user_id)
    AND (entries.home IS NOT NULL OR ended_at < challenges.ends_at)
ORDER BY entries.challenge_id, entries.user_id LIMIT :count;

-- name: next_user_with_badges(user_id)$
SELECT user_id FROM badges WHERE user_id > :user_id ORDER BY user_id LIMIT 1;

-- name: wins_of_user(user_id)
SELECT variant, contest_kind, transcript FROM games WHERE user_id = :user_id AND status = 'won';

-- name: daily_deeds_of_user(user_id)^
-- A user's longest streak, the dailies finished on their fullest day, and whether results are still to be counted.
SELECT (SELECT MAX(longest) FROM streaks WHERE user_id = :user_id),
    (SELECT MAX(finished) FROM (SELECT COUNT(*) AS finished FROM results WHERE user_id = :user_id GROUP BY day) AS days),
    EXISTS (SELECT 1 FROM results WHERE user_id = :user_id AND is_counted = 0);

-- name: all_dailies()
-- All dailies with their proofs, if any.
SELECT dailies.day, dailies.variant, dailies.candidate, is_proven, commitment, proofs.candidate AS proven_candidate, moves
FROM dailies
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
