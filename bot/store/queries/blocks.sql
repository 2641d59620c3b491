-- name: put_block(kind, id, since)!
INSERT INTO blocks (kind, id, since) VALUES (:kind, :id, :since) ON CONFLICT (kind, id) DO NOTHING;

-- name: delete_block(kind, id)!
DELETE FROM blocks WHERE kind = :kind AND id = :id;

-- name: is_blocked(kind, id)$
SELECT EXISTS (SELECT 1 FROM blocks WHERE kind = :kind AND id = :id);

-- name: blocks()
SELECT kind, id, since FROM blocks ORDER BY kind DESC, since, id;
