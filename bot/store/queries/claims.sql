-- name: put_claim(name, holder, now, milliseconds)!
-- Make or renew a claim. A claim not renewed for this long has expired. One from this far in the future has
-- expired, too: the clock was set back.
INSERT INTO claims (name, holder, claimed_at) VALUES (:name, :holder, :now)
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, claimed_at = excluded.claimed_at
WHERE claims.holder = excluded.holder OR ABS(excluded.claimed_at - claims.claimed_at) >= :milliseconds;

-- name: release_claim(name, holder)!
DELETE FROM claims WHERE name = :name AND holder = :holder;

-- name: forget_claims(claimed_before)!
DELETE FROM claims WHERE claimed_at < :claimed_before;
