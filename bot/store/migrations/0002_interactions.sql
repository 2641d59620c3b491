-- The interactions that were applied or refused, so that one which is delivered again changes nothing more.
CREATE TABLE interactions (
    id BIGINT PRIMARY KEY
);
