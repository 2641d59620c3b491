-- name: chains()
SELECT begun, seed, anchor FROM chains ORDER BY number;

-- name: put_chain(number, begun, seed, anchor)!
-- Begin a chain, unless another process has just done so.
INSERT INTO chains (number, begun, seed, anchor) VALUES (:number, :begun, :seed, :anchor)
ON CONFLICT (number) DO NOTHING;

-- name: dailies(day)
-- The dailies of a day; solver, budget and the number of moves of the proof are NULL unless a daily is proven winnable.
SELECT dailies.variant, dailies.candidate, is_revealed, solver, budget, LENGTH(moves) - LENGTH(REPLACE(moves, ' ', '')) + 1
FROM dailies
LEFT JOIN proofs ON is_proven = 1 AND proofs.day = dailies.day AND proofs.variant = dailies.variant
WHERE dailies.day = :day;

-- name: put_daily(day, variant, candidate, is_proven)!
-- Fix a daily's deal, unless it is fixed.
INSERT INTO dailies (day, variant, candidate, is_revealed, is_proven)
VALUES (:day, :variant, :candidate, 0, :is_proven)
ON CONFLICT (day, variant) DO NOTHING;

-- name: delete_spent_attempts(oldest)!
DELETE FROM spent_attempts WHERE day < :oldest;

-- name: first_daily()$
SELECT MIN(day) FROM dailies;

-- name: reveal_day(day, ends_at, are_attempts_over)!
-- Reveal a day's key, unless an attempt that counts is in progress.
UPDATE dailies SET is_revealed = 1
WHERE day = :day AND is_revealed = 0 AND (:are_attempts_over = 1 OR NOT EXISTS (
    SELECT 1 FROM games
    WHERE contest_kind = 'daily' AND contest_ends_at = :ends_at AND transcript IS NOT NULL AND status = 'playing'
));

-- name: reveal_days_before(day)!
UPDATE dailies SET is_revealed = 1 WHERE day < :day AND is_revealed = 0;

-- name: last_revealed_day()$
SELECT MAX(day) FROM dailies WHERE is_revealed = 1;

-- name: is_revealed(day)$
-- Whether a day's key is revealed, or follows from a later one that is.
SELECT EXISTS (SELECT 1 FROM dailies WHERE day >= :day AND is_revealed = 1);

-- name: daily_games(user_id, first_end, last_end)
-- A user's games at the dailies whose attempts end in a span of time: which daily, the status, and whether it is ranked.
SELECT contest_key, status, transcript IS NOT NULL FROM games
WHERE user_id = :user_id AND contest_kind = 'daily' AND contest_ends_at BETWEEN :first_end AND :last_end;
