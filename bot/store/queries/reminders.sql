-- name: reminder(user_id)^
SELECT hour, language FROM reminders WHERE user_id = :user_id AND hour IS NOT NULL;

-- name: put_reminder(user_id, hour, language, reminded)!
-- Ask for a reminder after the day `reminded`; nobody is reminded twice on a day.
INSERT INTO reminders (user_id, hour, language, reminded) VALUES (:user_id, :hour, :language, :reminded)
ON CONFLICT (user_id) DO UPDATE
SET hour = excluded.hour, language = excluded.language,
    reminded = CASE WHEN reminders.reminded > excluded.reminded THEN reminders.reminded ELSE excluded.reminded END;

-- name: delete_reminder(user_id)!
DELETE FROM reminders WHERE user_id = :user_id;

-- name: reminders_due(today, hour)
SELECT user_id FROM reminders WHERE hour = :hour AND reminded < :today;

-- name: put_reminded(user_id, today)!
UPDATE reminders SET reminded = :today WHERE user_id = :user_id AND hour IS NOT NULL AND reminded < :today;

-- name: refuse_reminder(user_id)!
UPDATE reminders SET hour = NULL WHERE user_id = :user_id;

-- name: refused_reminder(user_id)$
SELECT 1 FROM reminders WHERE user_id = :user_id AND hour IS NULL;

-- name: forget_refused_reminder(user_id)!
DELETE FROM reminders WHERE user_id = :user_id AND hour IS NULL;
