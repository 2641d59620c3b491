-- A game is named by the interaction that dealt it. `saved` is the engine's text of the whole game; the other
-- columns repeat what queries ask for. `version` counts the changes, and settles two at once.
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
);

-- One game a user.
CREATE UNIQUE INDEX current_game ON games (user_id) WHERE is_current = 1;
