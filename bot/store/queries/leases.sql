-- name: claim_lease(name, holder, now, milliseconds)!
-- Have this holder be the only one, or go on with it. One that was not heard of for so long has ended, or the clock was set.
INSERT INTO leases (name, holder, renewed_at) VALUES (:name, :holder, :now)
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, renewed_at = excluded.renewed_at
WHERE leases.holder = excluded.holder OR ABS(excluded.renewed_at - leases.renewed_at) >= :milliseconds;

-- name: lease_renewed_at(name)$
SELECT renewed_at FROM leases WHERE name = :name;

-- name: release_lease(name, holder)!
DELETE FROM leases WHERE name = :name AND holder = :holder;
