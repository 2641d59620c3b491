-- name: installation_value(name)$
SELECT value FROM installation WHERE name = :name;

-- name: put_installation_value(name, value)!
INSERT INTO installation (name, value) VALUES (:name, :value)
ON CONFLICT (name) DO UPDATE SET value = excluded.value;
