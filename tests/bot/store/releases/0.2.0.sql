BEGIN TRANSACTION;
CREATE TABLE announcements (
    server_id BIGINT PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    language TEXT NOT NULL,
    announced INTEGER NOT NULL,
    claimed INTEGER NOT NULL,
    claimed_at BIGINT NOT NULL,
    problem TEXT,
    anchor TEXT
);
CREATE TABLE badges (
    user_id BIGINT NOT NULL,
    badge TEXT NOT NULL,
    earned_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, badge)
);
CREATE TABLE boards (
    user_id BIGINT PRIMARY KEY,
    game_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    drawn_by BIGINT NOT NULL
);
CREATE TABLE chains (
    number INTEGER PRIMARY KEY,
    begun INTEGER NOT NULL, -- a day
    seed TEXT NOT NULL, -- whoever knows it knows all dailies to come
    anchor TEXT NOT NULL
);
CREATE TABLE challenges (
    id BIGINT PRIMARY KEY,
    dealt TEXT NOT NULL, -- the game, the deal and the options
    is_seen INTEGER NOT NULL, -- whether the deal was played before: whoever knows it cannot enter
    opened_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    language TEXT NOT NULL, -- of the card
    rematch_of BIGINT UNIQUE, -- another challenge, which has no second rematch
    server_id BIGINT, -- where the card is; NULL until it is posted, or outside servers
    channel_id BIGINT,
    message_id BIGINT
);
CREATE TABLE dailies (
    day INTEGER NOT NULL,
    variant TEXT NOT NULL,
    candidate INTEGER NOT NULL,
    is_revealed INTEGER NOT NULL,
    is_proven INTEGER NOT NULL, -- whether the deal had been proven winnable when it was fixed
    PRIMARY KEY (day, variant)
);
CREATE TABLE entries (
    challenge_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    is_declined INTEGER NOT NULL,
    place INTEGER NOT NULL, -- on the card, from 1 on; two who enter at the same moment may share one
    home INTEGER, -- NULL until an attempt has ended in time
    effort INTEGER,
    seconds INTEGER,
    PRIMARY KEY (challenge_id, user_id)
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
    dealt TEXT NOT NULL, -- the game, the deal and the options, with which `saved` begins
    status TEXT NOT NULL,
    version INTEGER NOT NULL,
    started_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    is_current INTEGER NOT NULL, -- whether it lies on the table; others are over, or wait on the shelf
    home INTEGER NOT NULL, -- cards home
    moves INTEGER NOT NULL,
    seconds INTEGER NOT NULL, -- time played, without long pauses
    is_begun INTEGER NOT NULL, -- whether a move was ever played, even one undone since; if not, giving up does not count
    day INTEGER, -- of the daily, if it is one
    transcript TEXT, -- of a ranked attempt at a daily or a challenge
    server_id BIGINT, -- where a ranked attempt at a daily began
    ended_at BIGINT, -- NULL while the game is being played
    left_at BIGINT, -- when the user left it for another game; NULL on the table
    challenge_id BIGINT, -- of the challenge, if it is an attempt at one
    challenge_ends_at BIGINT
);
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
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    renewed_at BIGINT NOT NULL
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
CREATE TABLE proofs (
    day INTEGER NOT NULL,
    variant TEXT NOT NULL,
    commitment TEXT NOT NULL,
    solver INTEGER NOT NULL,
    budget INTEGER NOT NULL,
    candidate INTEGER NOT NULL,
    moves TEXT,
    PRIMARY KEY (day, variant)
);
CREATE TABLE reminders (
    user_id BIGINT PRIMARY KEY,
    hour INTEGER,
    language TEXT NOT NULL,
    reminded INTEGER NOT NULL
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
    is_counted INTEGER NOT NULL,
    PRIMARY KEY (user_id, day, variant)
);
CREATE TABLE schema_version (version INTEGER NOT NULL);
INSERT INTO "schema_version" VALUES(1);
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
CREATE INDEX games_of_user ON games (user_id);
CREATE INDEX finished_games ON games (user_id, ended_at, id, variant, status, is_begun, home, moves, seconds)
WHERE status IN ('won', 'lost', 'given up');
CREATE INDEX shelved_games ON games (user_id, left_at) WHERE status = 'playing' AND is_current = 0;
CREATE INDEX played_dailies ON games (user_id, day) WHERE day IS NOT NULL;
CREATE INDEX won_deals ON games (dealt, user_id) WHERE status = 'won';
CREATE UNIQUE INDEX ranked_attempt ON games (user_id, day, variant) WHERE transcript IS NOT NULL;
CREATE UNIQUE INDEX challenge_attempt ON games (user_id, challenge_id) WHERE challenge_id IS NOT NULL;
CREATE INDEX attempts_under_way ON games (day, variant) WHERE transcript IS NOT NULL AND status = 'playing';
CREATE INDEX ended_challenges ON challenges (ends_at);
CREATE INDEX entries_of_user ON entries (user_id);
CREATE INDEX announcements_due ON announcements (announced) WHERE problem IS NULL;
CREATE INDEX reminders_due ON reminders (hour, reminded);
CREATE INDEX results_of_day ON results (day, variant, home);
CREATE INDEX uncounted_results ON results (user_id, day) WHERE is_counted = 0;
CREATE INDEX ranking ON standings (leaderboard_id, standing, user_id);
CREATE INDEX full_fences ON fences (leaderboard_id) WHERE players > 2000;
COMMIT;
