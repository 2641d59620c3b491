-- name: claim_lease(name, holder, now, milliseconds)!
-- Claim or renew a lease. One that was not renewed for this long has expired; if the difference is negative, the clock
-- was set back.
INSERT INTO leases (name, holder, renewed_at) VALUES (:name, :holder, :now)
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, renewed_at = excluded.renewed_at
WHERE leases.holder = excluded.holder OR ABS(excluded.renewed_at - leases.renewed_at) >= :milliseconds;

-- name: lease_renewed_at(name)$
SELECT renewed_at FROM leases WHERE name = :name;

-- name: release_lease(name, holder)!
DELETE FROM leases WHERE name = :name AND holder = :holder;
