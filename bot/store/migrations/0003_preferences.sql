-- What a user has chosen, one row a preference: changes of different ones never meet, and a new one needs no migration.
CREATE TABLE preferences (
    user_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user_id, name)
);
