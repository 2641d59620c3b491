-- name: current_game(user_id)^
-- The game that a user plays or finished last.
SELECT id, user_id, saved, version FROM games WHERE user_id = :user_id AND is_current = 1;

-- name: game(game_id)^
-- Any game.
SELECT id, user_id, saved, version FROM games WHERE id = :game_id;

-- name: is_settled(interaction_id)$
-- Whether an interaction was applied or refused already.
SELECT 1 FROM interactions WHERE id = :interaction_id;

-- name: record_interaction(interaction_id)!
INSERT INTO interactions (id) VALUES (:interaction_id) ON CONFLICT (id) DO NOTHING;

-- name: forget_interactions(oldest_id)!
-- Forget the interactions older than this one.
DELETE FROM interactions WHERE id < :oldest_id;

-- name: save_game(saved, status, now, game_id, version)!
-- Store the next version of a game, unless it has changed meanwhile.
UPDATE games
SET saved = :saved, status = :status, version = version + 1, changed_at = :now
WHERE id = :game_id AND version = :version AND is_current = 1;

-- name: retire_game(game_id)!
-- Make room for another game of the user.
UPDATE games SET is_current = 0 WHERE id = :game_id;

-- name: add_game(game_id, user_id, variant, saved, status, now)!
INSERT INTO games (id, user_id, variant, saved, status, version, started_at, changed_at, is_current)
VALUES (:game_id, :user_id, :variant, :saved, :status, 1, :now, :now, 1)
ON CONFLICT DO NOTHING;
