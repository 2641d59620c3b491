-- name: board(user_id)^
SELECT game_id, channel_id, message_id, drawn_by FROM boards WHERE user_id = :user_id;

-- name: put_board(user_id, game_id, channel_id, message_id, drawn_by)!
INSERT INTO boards (user_id, game_id, channel_id, message_id, drawn_by)
SELECT :user_id, :game_id, :channel_id, :message_id, :drawn_by
WHERE EXISTS (SELECT 1 FROM games WHERE id = :game_id)
ON CONFLICT (user_id) DO UPDATE
SET game_id = excluded.game_id, channel_id = excluded.channel_id, message_id = excluded.message_id,
    drawn_by = excluded.drawn_by;
