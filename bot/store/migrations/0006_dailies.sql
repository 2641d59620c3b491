-- What belongs to the installation as a whole, such as the secret that its dailies are drawn with.
CREATE TABLE installation (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- The deals of the days, fixed once the day has begun. A `day` counts days as Python's date.toordinal does. Once the key
-- of a deal is told, no ranked attempt at it may begin.
CREATE TABLE dailies (
    day INTEGER NOT NULL,
    variant TEXT NOT NULL,
    key TEXT NOT NULL,
    candidate INTEGER NOT NULL,
    is_told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (day, variant)
);

-- The day whose daily a game is, if any. A ranked attempt has a transcript, and the server where it was begun.
ALTER TABLE games ADD COLUMN day INTEGER;
ALTER TABLE games ADD COLUMN transcript TEXT;
ALTER TABLE games ADD COLUMN server_id BIGINT;

-- When a game ended; NULL while it is played, and for games that ended before this was kept.
ALTER TABLE games ADD COLUMN ended_at BIGINT;

-- One ranked attempt a user, day and game.
CREATE UNIQUE INDEX ranked_attempt ON games (user_id, day, variant) WHERE transcript IS NOT NULL;

CREATE INDEX attempts_under_way ON games (day, variant) WHERE transcript IS NOT NULL AND status = 'playing';

-- The attempts of people who had everything about them deleted while the daily was running: fingerprints under the
-- installation's secret, which keep them from a second attempt. They go after a week.
CREATE TABLE spent_attempts (
    day INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (day, fingerprint)
);

-- Where a server wants each new daily announced. `announced` is the newest day that was; `claimed` and `claimed_at` say
-- which day some process is about to announce, since when. `problem` says why it was switched off.
CREATE TABLE announcements (
    server_id BIGINT PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    language TEXT NOT NULL,
    announced INTEGER NOT NULL,
    claimed INTEGER NOT NULL,
    claimed_at BIGINT NOT NULL,
    problem TEXT
);

CREATE INDEX announcements_due ON announcements (announced) WHERE problem IS NULL;

-- For everything of one user.
CREATE INDEX games_of_user ON games (user_id);
