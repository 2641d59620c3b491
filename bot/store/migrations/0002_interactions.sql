-- The interactions that changed something, so that one which is delivered again changes nothing more.
CREATE TABLE interactions (
    id BIGINT PRIMARY KEY
);
