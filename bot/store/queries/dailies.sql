-- name: installation_value(name)$
SELECT value FROM installation WHERE name = :name;

-- name: put_installation_value(name, value)!
-- Set a value unless it is set.
INSERT INTO installation (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING;

-- name: dailies(day)
-- The dailies of a day; solver and budget are NULL unless a daily is proven winnable.
SELECT dailies.day, dailies.variant, key, dailies.candidate, is_revealed, solver, budget FROM dailies
LEFT JOIN proofs ON is_proven = 1 AND proofs.day = dailies.day AND proofs.variant = dailies.variant
WHERE dailies.day = :day;

-- name: put_daily(day, variant, key, candidate, is_proven)!
-- Fix a daily's deal, unless it is fixed.
INSERT INTO dailies (day, variant, key, candidate, is_revealed, is_proven)
VALUES (:day, :variant, :key, :candidate, 0, :is_proven)
ON CONFLICT (day, variant) DO NOTHING;

-- name: delete_spent_attempts(oldest)!
DELETE FROM spent_attempts WHERE day < :oldest;

-- name: first_daily()$
SELECT MIN(day) FROM dailies;

-- name: reveal_daily(day, variant, are_attempts_over)!
-- Reveal a daily's key, unless an attempt that counts is under way.
UPDATE dailies SET is_revealed = 1
WHERE day = :day AND variant = :variant AND is_revealed = 0 AND (:are_attempts_over = 1 OR NOT EXISTS (
    SELECT 1 FROM games
    WHERE games.day = :day AND games.variant = :variant AND transcript IS NOT NULL AND status = 'playing'
));

-- name: attempt_barriers(day, variant, fingerprint)^
-- Whether a daily's key is revealed, and whether this fingerprint's attempt was deleted.
SELECT is_revealed, EXISTS (
    SELECT 1 FROM spent_attempts WHERE spent_attempts.day = :day AND fingerprint = :fingerprint
) FROM dailies WHERE day = :day AND variant = :variant;
