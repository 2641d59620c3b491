-- A `day` is Python's date.toordinal() everywhere, and times are Unix seconds unless a column says otherwise.

-- Ids are random, and those of a user's games ascend in the order in which they were dealt. `saved` is the engine's text
-- of the game; the columns from `status` on repeat what queries look for. `version` counts the changes and settles
-- concurrent ones.
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
    effort INTEGER NOT NULL, -- the moves played; in a ranked attempt, its effort so far
    is_ranked INTEGER NOT NULL, -- whether it is a ranked attempt, which has a transcript
    seconds INTEGER NOT NULL, -- time played, without long pauses
    is_begun INTEGER NOT NULL, -- whether a move was ever played, even one undone since; if not, giving up does not count
    contest_kind TEXT, -- 'daily' or 'challenge', if it has the deal of one
    contest_key TEXT, -- which contest of that kind
    contest_ends_at BIGINT, -- when attempts stop counting
    transcript TEXT, -- of a ranked attempt; NULL in practice
    begun_in BIGINT, -- the server where a ranked attempt began, if it is ranked there
    ended_at BIGINT, -- NULL while the game is being played
    left_at BIGINT -- when the user left it for another game; NULL on the table
);

CREATE UNIQUE INDEX current_game ON games (user_id) WHERE is_current = 1;

CREATE INDEX games_of_user ON games (user_id);

-- Covers `finished_games`, so that statistics never read the texts of the games.
CREATE INDEX finished_games
ON games (user_id, ended_at, id, variant, status, is_begun, home, effort, is_ranked, seconds)
WHERE status IN ('won', 'lost', 'given up');

-- Serves `shelved_games`.
CREATE INDEX shelved_games ON games (user_id, left_at) WHERE status = 'playing' AND is_current = 0;

-- Serves `daily_games`.
CREATE INDEX contests_of_user ON games (user_id, contest_kind, contest_ends_at) WHERE contest_kind IS NOT NULL;

-- Covers `winners`.
CREATE INDEX won_deals ON games (dealt, user_id) WHERE status = 'won';

-- A user has one ranked attempt at each contest.
CREATE UNIQUE INDEX ranked_attempt ON games (user_id, contest_kind, contest_key) WHERE transcript IS NOT NULL;

CREATE INDEX attempts_under_way ON games (contest_kind, contest_ends_at)
WHERE transcript IS NOT NULL AND status = 'playing';

-- Interactions that were applied or refused: Discord may deliver one twice, and the second delivery changes nothing.
CREATE TABLE interactions (
    id BIGINT PRIMARY KEY
);

-- One row per preference, so that a new preference needs no migration.
CREATE TABLE preferences (
    user_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user_id, name)
);

CREATE TABLE badges (
    user_id BIGINT NOT NULL,
    badge TEXT NOT NULL,
    earned_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, badge)
);

-- Each user's live board: the one message that follows their game. `drawn_by` is the interaction that drew it last; of
-- two concurrent ones the larger wins.
CREATE TABLE boards (
    user_id BIGINT PRIMARY KEY,
    game_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    drawn_by BIGINT NOT NULL
);

-- Values that belong to the whole installation.
CREATE TABLE installation (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- The chains of the days' keys, numbered from 1. The newest one that was begun on an earlier day has a day's key.
CREATE TABLE chains (
    number INTEGER PRIMARY KEY,
    begun INTEGER NOT NULL, -- a day
    seed TEXT NOT NULL, -- whoever knows it knows all dailies to come
    anchor TEXT NOT NULL
);

-- Which candidate each daily plays, fixed once its day has begun. No ranked attempt may begin once the day's key is
-- revealed.
CREATE TABLE dailies (
    day INTEGER NOT NULL,
    variant TEXT NOT NULL,
    candidate INTEGER NOT NULL,
    is_revealed INTEGER NOT NULL,
    is_proven INTEGER NOT NULL, -- whether the deal had been proven winnable when it was fixed
    PRIMARY KEY (day, variant)
);

-- How far the search for each daily's first winnable candidate has come. Version `solver` of the solver passed over all
-- candidates before `candidate`, looking at `budget` positions of each; `moves` win `candidate`, and are NULL until that
-- is proven. `commitment` is the hash of the key that the candidates are drawn from; the key itself is not stored here.
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

-- Fingerprints, made with the seed of the first chain, of attempts, deals and challenges that outlast the deletion of a
-- user's data (bot.store.spent). The day is that of the contest's end or, for the cards of a deal, of the deletion.
CREATE TABLE spent_attempts (
    day INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (day, fingerprint)
);

-- Challenges: everyone who enters one plays the same deal, once. `id` is that of the interaction that opened it, which
-- opens no second one. Nobody may see the deal before their own attempt is over.
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
    message_id BIGINT,
    is_taken_back INTEGER NOT NULL, -- by who opened it, before anybody else began
    is_closed INTEGER NOT NULL -- whether the card was drawn after the end, and all who asked were told
);

-- Serves `ended_challenges`.
CREATE INDEX ended_challenges ON challenges (ends_at);

-- Serves `challenges_to_close`.
CREATE INDEX challenges_to_close ON challenges (ends_at) WHERE is_closed = 0;

-- Who is on the card of a challenge, with the score of their attempt, or of the win that is the mark to beat.
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
    wants_news INTEGER NOT NULL, -- whether they wait to be told that the challenge is over
    PRIMARY KEY (challenge_id, user_id)
);

CREATE INDEX entries_of_user ON entries (user_id);

-- Where each server wants the day's dailies announced, at which hour of which time zone, and `since` which day. `due_at` is
-- when the next announcement is due, `announced` the last day announced or, because nobody plays there, passed over,
-- `problem` the reason why announcements were switched off, `anchor` that of the chain announced last, and `refused` the
-- first of the days since then on which Discord refused.
CREATE TABLE announcements (
    server_id BIGINT PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    language TEXT NOT NULL,
    hour INTEGER NOT NULL,
    time_zone TEXT NOT NULL,
    since INTEGER NOT NULL,
    due_at BIGINT NOT NULL,
    announced INTEGER,
    problem TEXT,
    anchor TEXT,
    refused INTEGER
);

CREATE INDEX announcements_due ON announcements (due_at) WHERE problem IS NULL;

-- Who wants to be reminded of the dailies. `hour` is in the time zone that the user prefers, and NULL once Discord has
-- refused a reminder. `due_at` is when some process is to look next whether they need one, and `refused` the day on which
-- Discord refused the first one since it sent one.
CREATE TABLE reminders (
    user_id BIGINT PRIMARY KEY,
    hour INTEGER,
    language TEXT NOT NULL,
    due_at BIGINT NOT NULL,
    refused INTEGER
);

CREATE INDEX reminders_due ON reminders (due_at) WHERE hour IS NOT NULL;

-- Results of ranked attempts. `server_id` is 0 outside servers. A result is inserted together with the game's last move
-- and counted in standings and streaks soon after (`is_counted`).
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

-- Covers `results_of_day`.
CREATE INDEX results_of_day ON results (day, variant, home);

-- Covers `server_streak`, `players_in_server` and `last_played`.
CREATE INDEX results_of_server ON results (server_id, day, user_id);

CREATE INDEX uncounted_results ON results (user_id, day) WHERE is_counted = 0;

-- Players' names on leaderboards.
CREATE TABLE players (
    user_id BIGINT PRIMARY KEY,
    name TEXT NOT NULL
);

-- Short numbers for leaderboards. `start` is the first day of the span, or 0 for all time; `variant` is '' for all
-- games together, and `server_id` 0 for the whole world.
CREATE TABLE leaderboards (
    id INTEGER PRIMARY KEY,
    start INTEGER NOT NULL,
    server_id BIGINT NOT NULL,
    variant TEXT NOT NULL,
    kind TEXT NOT NULL,
    UNIQUE (start, server_id, variant, kind)
);

-- Each player's standing on each leaderboard; smaller is better. Players with equal standings share a rank and are
-- listed by id.
CREATE TABLE standings (
    user_id BIGINT NOT NULL,
    leaderboard_id INTEGER NOT NULL,
    standing BIGINT NOT NULL,
    PRIMARY KEY (user_id, leaderboard_id)
);

CREATE INDEX ranking ON standings (leaderboard_id, standing, user_id);

-- A bot.model.daily.streaks.Run for each player on each leaderboard of streaks.
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

-- What the host has blocked: a user ('user'), a server ('server') or a user's name on leaderboards ('name'). It outlasts
-- the deletion of the user's data.
CREATE TABLE blocks (
    kind TEXT NOT NULL,
    id BIGINT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (kind, id)
);

-- Tasks that one process does for all: `holder` names that process. `claimed_at` is in milliseconds, by the bot's clock
-- for announcements, which are compared with Discord's times, and by the database's clock otherwise.
CREATE TABLE claims (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    claimed_at BIGINT NOT NULL
);
