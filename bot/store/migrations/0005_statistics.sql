-- What statistics count: cards home, moves played, and seconds of play. Of earlier games the first two are not known
-- until they are played on.
ALTER TABLE games ADD COLUMN home INTEGER;
ALTER TABLE games ADD COLUMN moves INTEGER;
ALTER TABLE games ADD COLUMN seconds INTEGER NOT NULL DEFAULT 0;
-- Whether a move was ever played, undone or not: a game given up before counts for nothing.
ALTER TABLE games ADD COLUMN is_begun INTEGER NOT NULL DEFAULT 1;

-- All that `finished_games` reads, so that it need not go through the texts of the games.
CREATE INDEX finished_games ON games (user_id, id, variant, status, is_begun, home, moves, seconds)
WHERE status IN ('won', 'lost', 'given up');
