-- name: reminder(user_id)^
SELECT hour, language FROM reminders WHERE user_id = :user_id AND hour IS NOT NULL;

-- name: put_reminder(user_id, hour, language, reminded)!
-- Ask for a reminder after the day `reminded`; nobody is reminded twice on a day.
INSERT INTO reminders (user_id, hour, language, reminded) VALUES (:user_id, :hour, :language, :reminded)
ON CONFLICT (user_id) DO UPDATE
SET hour = excluded.hour, language = excluded.language, refused = NULL,
    reminded = CASE WHEN reminders.reminded = excluded.reminded + 1 THEN reminders.reminded ELSE excluded.reminded END;

-- name: delete_reminder(user_id)!
DELETE FROM reminders WHERE user_id = :user_id;

-- name: reminders_due(today, hour)
-- Who is to be reminded now. A day later than tomorrow was recorded while the clock was wrong.
SELECT user_id FROM reminders WHERE hour = :hour AND (reminded < :today OR reminded > :today + 1)
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE kind = 'user' AND id = user_id);

-- name: put_reminded(user_id, today)!
UPDATE reminders SET reminded = :today
WHERE user_id = :user_id AND hour IS NOT NULL AND (reminded < :today OR reminded > :today + 1);

-- name: take_back_reminded(user_id, today)!
UPDATE reminders SET reminded = :today - 1 WHERE user_id = :user_id AND reminded = :today;

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
