-- Whether a result is in the standings, streaks and fences: it gets there right behind the game's last move, not along with
-- it. Those from before did along with it.
ALTER TABLE results ADD COLUMN is_counted INTEGER NOT NULL DEFAULT 1;

CREATE INDEX uncounted_results ON results (user_id) WHERE is_counted = 0;
