-- name: reminder(user_id)^
SELECT hour, language, due_at FROM reminders WHERE user_id = :user_id AND hour IS NOT NULL;

-- name: put_reminder(user_id, hour, language, due_at)!
INSERT INTO reminders (user_id, hour, language, due_at) VALUES (:user_id, :hour, :language, :due_at)
ON CONFLICT (user_id) DO UPDATE
SET hour = excluded.hour, language = excluded.language, due_at = excluded.due_at, refused = NULL;

-- name: delete_reminder(user_id)!
DELETE FROM reminders WHERE user_id = :user_id;

-- name: reminders_due(now)
SELECT user_id FROM reminders WHERE hour IS NOT NULL AND due_at <= :now
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE kind = 'user' AND id = user_id);

-- name: move_reminder(user_id, due_at, next_at)!
UPDATE reminders SET due_at = :next_at WHERE user_id = :user_id AND hour IS NOT NULL AND due_at = :due_at;

-- name: reminder_sent(user_id)!
UPDATE reminders SET refused = NULL WHERE user_id = :user_id AND refused IS NOT NULL;

-- name: refuse_reminder(user_id, today)!
UPDATE reminders SET refused = COALESCE(refused, :today) WHERE user_id = :user_id;

-- name: switch_off_reminder(user_id, latest)!
-- Switch off a reminder that Discord has refused since this day or an earlier one.
UPDATE reminders SET hour = NULL WHERE user_id = :user_id AND refused <= :latest;

-- name: refused_reminder(user_id)$
SELECT 1 FROM reminders WHERE user_id = :user_id AND hour IS NULL;

-- name: forget_refused_reminder(user_id)!
DELETE FROM reminders WHERE user_id = :user_id AND hour IS NULL;
