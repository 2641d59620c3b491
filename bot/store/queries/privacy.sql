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

-- name: delete_board(user_id)!
DELETE FROM boards WHERE user_id = :user_id;
