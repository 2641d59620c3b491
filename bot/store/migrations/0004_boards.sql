-- Where each user's live board is: the one message that shows their game and follows it, and the interaction that drew
-- it last, which of two at once decides.
CREATE TABLE boards (
    user_id BIGINT PRIMARY KEY,
    game_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    drawn_by BIGINT NOT NULL
);
