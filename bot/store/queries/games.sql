-- name: current_game(user_id)^
-- The game on a user's table: the one that they are playing, or finished last.
SELECT id, user_id, saved, version, started_at, changed_at, contest_kind, contest_key, contest_ends_at,
    transcript, begun_in, ended_at, effort FROM games
WHERE user_id = :user_id AND is_current = 1;

-- name: game(game_id)^
SELECT id, user_id, saved, version, started_at, changed_at, contest_kind, contest_key, contest_ends_at,
    transcript, begun_in, ended_at, effort FROM games WHERE id = :game_id;

-- name: ranked_attempt(user_id, kind, key)^
SELECT id, user_id, saved, version, started_at, changed_at, contest_kind, contest_key, contest_ends_at,
    transcript, begun_in, ended_at, effort FROM games
WHERE user_id = :user_id AND contest_kind = :kind AND contest_key = :key AND transcript IS NOT NULL;

-- name: attempts_under_way(user_id, now)
-- The ranked attempts that a user is playing in time.
SELECT dealt, contest_kind, contest_key FROM games
WHERE user_id = :user_id AND transcript IS NOT NULL AND status = 'playing' AND contest_ends_at > :now;

-- name: finished_games(user_id)
-- A user's games that are over, in the order in which they ended, without those given up before the first move. Ranked
-- attempts count undo and hints as moves, so their moves are left out.
SELECT id, dealt, status, home, CASE WHEN is_ranked = 1 THEN NULL ELSE effort END, seconds FROM games
WHERE user_id = :user_id AND status IN ('won', 'lost', 'given up') AND (status <> 'given up' OR is_begun = 1)
ORDER BY ended_at, id;

-- name: has_earlier_game(user_id, game_id)$
SELECT 1 FROM games WHERE user_id = :user_id AND id < :game_id LIMIT 1;

-- name: shelved_games(user_id)
-- The games on a user's shelf, the one left last first.
SELECT id, version, variant, dealt, transcript IS NOT NULL, home, effort, started_at,
    contest_kind, contest_key, contest_ends_at
FROM games
WHERE user_id = :user_id AND status = 'playing' AND is_current = 0 ORDER BY left_at DESC, id DESC;

-- name: winners(dealt)$
SELECT COUNT(DISTINCT user_id) FROM games WHERE dealt = :dealt AND status = 'won';

-- name: deals_played(user_id, variant)
SELECT dealt FROM games WHERE user_id = :user_id AND variant = :variant;

-- name: all_deals_played(user_id)
SELECT DISTINCT dealt FROM games WHERE user_id = :user_id;

-- name: record_interaction(interaction_id)!
INSERT INTO interactions (id) VALUES (:interaction_id) ON CONFLICT (id) DO NOTHING;

-- name: newest_interaction()$
SELECT MAX(id) FROM interactions;

-- name: forget_interactions(oldest_id, most)!
-- Delete a batch of interactions older than this one.
DELETE FROM interactions WHERE id IN (SELECT id FROM interactions WHERE id < :oldest_id ORDER BY id LIMIT :most);

-- name: save_game(saved, status, home, effort, is_begun, transcript, ended_at, now, longest_pause, game_id, version, was_transcript, is_current)!
-- Store the next version of a game on the table or the shelf, unless it has changed or moved in the meantime. While the game is
-- being played, the time since its last change counts as played, up to the longest pause; none does if the clock was set
-- back.
UPDATE games
SET saved = :saved, status = :status, home = :home, effort = :effort, is_begun = :is_begun, transcript = :transcript,
    ended_at = :ended_at,
    seconds = seconds + CASE
        WHEN status <> 'playing' OR changed_at > :now THEN 0
        WHEN changed_at < :now - :longest_pause THEN :longest_pause
        ELSE :now - changed_at
    END,
    version = version + 1, changed_at = :now
WHERE id = :game_id AND version = :version AND is_current = :is_current
    AND COALESCE(transcript, '') = COALESCE(:was_transcript, '');

-- name: save_transcript(transcript, effort, now, longest_pause, game_id, version, was_transcript)!
-- Store a refused move or a hint, which makes no new version of the game.
UPDATE games
SET transcript = :transcript, effort = :effort,
    seconds = seconds + CASE
        WHEN changed_at > :now THEN 0
        WHEN changed_at < :now - :longest_pause THEN :longest_pause
        ELSE :now - changed_at
    END,
    changed_at = :now
WHERE id = :game_id AND version = :version AND is_current = 1 AND transcript = :was_transcript;

-- name: retire_game(game_id, version, now)!
-- Make room for another game of the user, unless this one has changed in the meantime. If it is being played, it is on
-- the shelf now.
UPDATE games SET is_current = 0, left_at = :now WHERE id = :game_id AND version = :version AND is_current = 1;

-- name: resume_game(game_id, version)!
-- Take a game from the shelf, unless it has changed in the meantime.
UPDATE games SET is_current = 1, left_at = NULL
WHERE id = :game_id AND version = :version AND status = 'playing' AND is_current = 0;

-- name: discard_game(game_id, version, user_id, now)!
-- Take a game that cannot be read from a user's shelf. Statistics leave it out.
UPDATE games SET status = 'unreadable', ended_at = :now
WHERE id = :game_id AND version = :version AND user_id = :user_id AND status = 'playing' AND is_current = 0;

-- name: add_game(game_id, user_id, variant, saved, dealt, status, home, effort, is_ranked, is_begun, now, contest_kind, contest_key, contest_ends_at, transcript, begun_in, ended_at)!
INSERT INTO games
    (id, user_id, variant, saved, dealt, status, home, effort, is_ranked, is_begun, seconds, version, started_at, changed_at,
    is_current, contest_kind, contest_key, contest_ends_at, transcript, begun_in, ended_at)
VALUES (:game_id, :user_id, :variant, :saved, :dealt, :status, :home, :effort, :is_ranked, :is_begun, 0, 1, :now, :now,
    1, :contest_kind, :contest_key, :contest_ends_at, :transcript, :begun_in, :ended_at)
ON CONFLICT DO NOTHING;
