-- Each player's standing on the leaderboards of all games: by the points of a day, a week and all time, and by the longest
-- streak. Smaller is better. Players with equal standings share a rank and are listed by id. `start` is the first day of
-- the period, or 0 for all time and for streaks, and `server_id` 0 for the whole world.
CREATE TABLE totals (
    user_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    start INTEGER NOT NULL,
    server_id BIGINT NOT NULL,
    standing BIGINT NOT NULL,
    PRIMARY KEY (user_id, start, server_id, kind)
);

-- A result's standing on the leaderboards of its day and game, which `game_ranking` and `game_ranking_here` serve; NULL on
-- none.
ALTER TABLE results ADD COLUMN standing BIGINT;
