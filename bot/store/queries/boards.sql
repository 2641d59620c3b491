-- name: board(user_id)^
-- Where a user's live board is.
SELECT game_id, channel_id, message_id, drawn_by FROM boards WHERE user_id = :user_id;

-- name: put_board(user_id, game_id, channel_id, message_id, drawn_by)!
INSERT INTO boards (user_id, game_id, channel_id, message_id, drawn_by)
VALUES (:user_id, :game_id, :channel_id, :message_id, :drawn_by)
ON CONFLICT (user_id) DO UPDATE
SET game_id = excluded.game_id, channel_id = excluded.channel_id, message_id = excluded.message_id,
    drawn_by = excluded.drawn_by;
