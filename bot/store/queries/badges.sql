-- name: badges(user_id)
SELECT badge, earned_at FROM badges WHERE user_id = :user_id ORDER BY earned_at, badge;

-- name: add_badge(user_id, game_id, badge, now)!
-- Give a user a badge that a game has earned them, unless they have it, or have deleted the game.
INSERT INTO badges (user_id, badge, earned_at)
SELECT :user_id, :badge, :now WHERE EXISTS (SELECT 1 FROM games WHERE id = :game_id AND user_id = :user_id)
ON CONFLICT (user_id, badge) DO NOTHING;
