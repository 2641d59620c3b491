-- name: preferences(user_id)
SELECT name, value FROM preferences WHERE user_id = :user_id;

-- name: preferences_and_notices(user_id, server_id)
-- A user's preferences by name, and the notices for them in this server, without a name.
SELECT name, value FROM preferences WHERE user_id = :user_id
UNION ALL SELECT NULL, 'reminder off' FROM reminders WHERE user_id = :user_id AND hour IS NULL
UNION ALL SELECT NULL, 'announcements off' FROM announcements WHERE server_id = :server_id AND problem IS NOT NULL
UNION ALL SELECT NULL, 'user blocked' FROM blocks WHERE kind = 'user' AND id = :user_id
UNION ALL SELECT NULL, 'server blocked' FROM blocks WHERE kind = 'server' AND id = :server_id;

-- name: put_preference(user_id, name, value)!
INSERT INTO preferences (user_id, name, value) VALUES (:user_id, :name, :value)
ON CONFLICT (user_id, name) DO UPDATE SET value = excluded.value;
