-- What ranked attempts came to: one result a user, day and game. A `day` counts days as Python's date.toordinal does;
-- `server_id` is 0 outside of any server.
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

-- What players are called on leaderboards.
CREATE TABLE players (
    user_id BIGINT PRIMARY KEY,
    name TEXT NOT NULL
);

-- The leaderboards by short numbers. `start` is the first day of the span, 0 for all time; `variant` is '' for all
-- games together, `server_id` 0 for the whole world.
CREATE TABLE leaderboards (
    id INTEGER PRIMARY KEY,
    start INTEGER NOT NULL,
    server_id BIGINT NOT NULL,
    variant TEXT NOT NULL,
    kind TEXT NOT NULL,
    UNIQUE (start, server_id, variant, kind)
);

-- How well each player does on each leaderboard; the smaller the better. Players with equal standings share a rank and
-- follow one another by their ids.
CREATE TABLE standings (
    user_id BIGINT NOT NULL,
    leaderboard_id INTEGER NOT NULL,
    standing BIGINT NOT NULL,
    PRIMARY KEY (user_id, leaderboard_id)
);

CREATE INDEX ranking ON standings (leaderboard_id, standing, user_id);

-- What the next day of a streak needs to know of those before (see bot.model.daily.streaks.Run), on each leaderboard of streaks.
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

-- How many players there are from one place of a ranking up to the next fence, so that a rank, or the page at a number,
-- is found without counting all who are ahead. The first fence of each leaderboard is ahead of everyone.
CREATE TABLE fences (
    leaderboard_id INTEGER NOT NULL,
    standing BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    players INTEGER NOT NULL,
    PRIMARY KEY (leaderboard_id, standing, user_id)
);

-- Those that `split_fences` looks for.
CREATE INDEX full_fences ON fences (leaderboard_id) WHERE players > 2000;
