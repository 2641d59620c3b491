-- Covers `finished_games`, so that statistics never read the texts of the games. It replaces the index
-- `finished_games`, which 0.3.0 still uses.
CREATE INDEX ended_games
ON games (user_id, ended_at, id, dealt, status, is_begun, home, effort, is_ranked, seconds)
WHERE status IN ('won', 'lost', 'given up');
