-- What statistics count: cards home, moves played, and seconds of play. Of earlier games the first two are not known
-- until they are played on.
ALTER TABLE games ADD COLUMN home INTEGER;
ALTER TABLE games ADD COLUMN moves INTEGER;
ALTER TABLE games ADD COLUMN seconds INTEGER NOT NULL DEFAULT 0;

-- All that `finished_games` reads, so that it need not go through the texts of the games.
CREATE INDEX finished_games ON games (user_id, id, variant, status, home, moves, seconds)
WHERE status IN ('won', 'lost', 'given up');
