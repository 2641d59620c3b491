-- What one process at a time does for all: who holds it, by a name that the process made up, and since when, in
-- milliseconds by the database's clock.
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    renewed_at BIGINT NOT NULL
);
