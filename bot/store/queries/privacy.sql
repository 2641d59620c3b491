-- name: games_of_user(user_id)
SELECT id, variant, saved, dealt, status, version, started_at, changed_at, is_current, home, effort, is_ranked, seconds,
    is_begun, contest_kind, contest_key, contest_ends_at, transcript, begun_in, ended_at, left_at
FROM games WHERE user_id = :user_id ORDER BY id;

-- name: results_of_user(user_id)
SELECT day, variant, game_id, server_id, home, effort, seconds, standing, is_counted FROM results
WHERE user_id = :user_id ORDER BY day, game_id;

-- name: reminders_of_user(user_id)
SELECT hour, language, due_at, refused FROM reminders WHERE user_id = :user_id;

-- name: boards_of_user(user_id)
SELECT game_id, channel_id, message_id, drawn_by FROM boards WHERE user_id = :user_id;

-- name: blocks_of_user(user_id)
SELECT kind, since FROM blocks WHERE kind <> 'server' AND id = :user_id ORDER BY kind;

-- name: attempts_of_user(user_id, since)
-- The user's ranked attempts at contests that end after a time.
SELECT contest_kind, contest_key, contest_ends_at FROM games
WHERE user_id = :user_id AND transcript IS NOT NULL AND contest_ends_at > :since;

-- name: deals_known(user_id)
-- The deals that a user has played outside of the dailies.
SELECT DISTINCT dealt FROM games WHERE user_id = :user_id AND COALESCE(contest_kind, '') <> 'daily';

-- name: put_spent_attempt(day, fingerprint)!
INSERT INTO spent_attempts (day, fingerprint) VALUES (:day, :fingerprint) ON CONFLICT (day, fingerprint) DO NOTHING;

-- name: challenges_opened(user_id, now)
-- The open challenges that a user has opened, and when they end.
SELECT id, ends_at FROM entries JOIN challenges ON challenges.id = entries.challenge_id
WHERE user_id = :user_id AND role = 'challenger' AND ends_at > :now;

-- name: count_of_user(user_id)$
-- How many rows are about a user.
SELECT (SELECT COUNT(*) FROM games WHERE user_id = :user_id)
    + (SELECT COUNT(*) FROM results WHERE user_id = :user_id)
    + (SELECT COUNT(*) FROM totals WHERE user_id = :user_id)
    + (SELECT COUNT(*) FROM standings WHERE user_id = :user_id)
    + (SELECT COUNT(*) FROM streaks WHERE user_id = :user_id)
    + (SELECT COUNT(*) FROM players WHERE user_id = :user_id)
    + (SELECT COUNT(*) FROM entries WHERE user_id = :user_id)
    + (SELECT COUNT(*) FROM badges WHERE user_id = :user_id)
    + (SELECT COUNT(*) FROM preferences WHERE user_id = :user_id)
    + (SELECT COUNT(*) FROM reminders WHERE user_id = :user_id)
    + (SELECT COUNT(*) FROM boards WHERE user_id = :user_id);

-- name: delete_games(user_id)!
DELETE FROM games WHERE user_id = :user_id;

-- name: delete_preferences(user_id)!
DELETE FROM preferences WHERE user_id = :user_id;

-- name: delete_board(user_id)!
DELETE FROM boards WHERE user_id = :user_id;

-- name: player_name(user_id)$
SELECT name FROM players WHERE user_id = :user_id;

-- name: totals_of_user(user_id)
SELECT kind, start, server_id, standing FROM totals WHERE user_id = :user_id ORDER BY start, kind, server_id;
