-- name: preferences(user_id)
SELECT name, value FROM preferences WHERE user_id = :user_id;

-- name: put_preference(user_id, name, value)!
INSERT INTO preferences (user_id, name, value) VALUES (:user_id, :name, :value)
ON CONFLICT (user_id, name) DO UPDATE SET value = excluded.value;
