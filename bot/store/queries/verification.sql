-- name: contents()^
SELECT (SELECT COUNT(*) FROM games), (SELECT COUNT(DISTINCT user_id) FROM games), (SELECT COUNT(*) FROM results),
    (SELECT COUNT(*) FROM challenges), (SELECT COUNT(*) FROM announcements),
    (SELECT COUNT(*) FROM blocks WHERE kind IN ('user', 'server', 'name')),
    (SELECT MAX(changed_at) FROM games);

-- name: games_after(game_id, count)
-- Games, with the score of an attempt at a daily or, if its player is still on the card, at a challenge.
SELECT games.id AS game_id, games.user_id, saved, games.variant, dealt, status, games.home, transcript, contest_kind,
    contest_key, contest_ends_at, ended_at, COALESCE(results.home, entries.home) AS scored_home,
    COALESCE(results.effort, entries.effort) AS scored_effort,
    COALESCE(results.seconds, entries.seconds) AS scored_seconds
FROM games
LEFT JOIN results ON results.user_id = games.user_id AND results.game_id = games.id
LEFT JOIN entries ON entries.user_id = games.user_id AND transcript IS NOT NULL AND contest_kind = 'challenge'
    AND contest_key = CAST(entries.challenge_id AS TEXT)
WHERE games.id > :game_id ORDER BY games.id LIMIT :count;
