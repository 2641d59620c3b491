BEGIN TRANSACTION;
CREATE TABLE announcements (
    server_id BIGINT PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    language TEXT NOT NULL,
    announced INTEGER NOT NULL,
    claimed INTEGER NOT NULL,
    claimed_at BIGINT NOT NULL,
    problem TEXT
);
CREATE TABLE boards (
    user_id BIGINT PRIMARY KEY,
    game_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    drawn_by BIGINT NOT NULL
);
CREATE TABLE dailies (
    day INTEGER NOT NULL,
    variant TEXT NOT NULL,
    key TEXT NOT NULL,
    candidate INTEGER NOT NULL,
    is_told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (day, variant)
);
CREATE TABLE fences (
    leaderboard_id INTEGER NOT NULL,
    standing BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    players INTEGER NOT NULL,
    PRIMARY KEY (leaderboard_id, standing, user_id)
);
CREATE TABLE games (
    id BIGINT PRIMARY KEY,
    user_id BIGINT NOT NULL,
    variant TEXT NOT NULL,
    saved TEXT NOT NULL,
    status TEXT NOT NULL,
    version INTEGER NOT NULL,
    started_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    is_current INTEGER NOT NULL
, home INTEGER, moves INTEGER, seconds INTEGER NOT NULL DEFAULT 0, is_begun INTEGER NOT NULL DEFAULT 1, day INTEGER, transcript TEXT, server_id BIGINT, ended_at BIGINT);
CREATE TABLE installation (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
CREATE TABLE interactions (
    id BIGINT PRIMARY KEY
);
CREATE TABLE leaderboards (
    id INTEGER PRIMARY KEY,
    start INTEGER NOT NULL,
    server_id BIGINT NOT NULL,
    variant TEXT NOT NULL,
    kind TEXT NOT NULL,
    UNIQUE (start, server_id, variant, kind)
);
CREATE TABLE players (
    user_id BIGINT PRIMARY KEY,
    name TEXT NOT NULL
);
CREATE TABLE preferences (
    user_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user_id, name)
);
CREATE TABLE results (
    user_id BIGINT NOT NULL,
    day INTEGER NOT NULL,
    variant TEXT NOT NULL,
    game_id BIGINT NOT NULL,
    server_id BIGINT NOT NULL,
    home INTEGER NOT NULL,
    effort INTEGER NOT NULL,
    seconds INTEGER NOT NULL,
    PRIMARY KEY (user_id, day, variant)
);
CREATE TABLE schema_version (version INTEGER NOT NULL);
INSERT INTO "schema_version" VALUES(1);
INSERT INTO "schema_version" VALUES(2);
INSERT INTO "schema_version" VALUES(3);
INSERT INTO "schema_version" VALUES(4);
INSERT INTO "schema_version" VALUES(5);
INSERT INTO "schema_version" VALUES(6);
INSERT INTO "schema_version" VALUES(7);
CREATE TABLE spent_attempts (
    day INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (day, fingerprint)
);
CREATE TABLE standings (
    user_id BIGINT NOT NULL,
    leaderboard_id INTEGER NOT NULL,
    standing BIGINT NOT NULL,
    PRIMARY KEY (user_id, leaderboard_id)
);
CREATE TABLE streaks (
    user_id BIGINT NOT NULL,
    leaderboard_id INTEGER NOT NULL,
    last INTEGER NOT NULL,
    current INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    since_freeze INTEGER NOT NULL,
    has_freeze INTEGER NOT NULL,
    PRIMARY KEY (user_id, leaderboard_id)
);
CREATE UNIQUE INDEX current_game ON games (user_id) WHERE is_current = 1;
CREATE INDEX finished_games ON games (user_id, id, variant, status, is_begun, home, moves, seconds)
WHERE status IN ('won', 'lost', 'given up');
CREATE UNIQUE INDEX ranked_attempt ON games (user_id, day, variant) WHERE transcript IS NOT NULL;
CREATE INDEX attempts_under_way ON games (day, variant) WHERE transcript IS NOT NULL AND status = 'playing';
CREATE INDEX announcements_due ON announcements (announced) WHERE problem IS NULL;
CREATE INDEX games_of_user ON games (user_id);
CREATE INDEX ranking ON standings (leaderboard_id, standing, user_id);
CREATE INDEX full_fences ON fences (leaderboard_id) WHERE players > 2000;
COMMIT;
