-- name: put_challenge(challenge_id, dealt, is_seen, opened_at, ends_at, language, rematch_of, server_id)!
-- Open a challenge, unless it was opened before, or the one that it is a rematch of has another rematch.
INSERT INTO challenges
    (id, dealt, is_seen, opened_at, ends_at, language, rematch_of, server_id, is_taken_back, is_closed)
VALUES (:challenge_id, :dealt, :is_seen, :opened_at, :ends_at, :language, :rematch_of, :server_id, 0, 0)
ON CONFLICT DO NOTHING;

-- name: unanswered_challenges(named_id, challenge_id, now, posted_since)
-- The open challenges that name a user who has neither begun nor declined them: the challenger, unless they have
-- deleted their data, and where the card is. A card not posted by now never will be.
SELECT challenges.id, ends_at, is_taken_back, asking.user_id, server_id, channel_id, message_id FROM entries AS asked
JOIN challenges ON challenges.id = asked.challenge_id
LEFT JOIN entries AS asking ON asking.challenge_id = asked.challenge_id AND asking.role = 'challenger'
WHERE asked.user_id = :named_id AND asked.role = 'named' AND asked.is_declined = 0
    AND challenges.id <> :challenge_id AND ends_at > :now AND (message_id IS NOT NULL OR opened_at > :posted_since)
    AND NOT EXISTS (
        SELECT 1 FROM games WHERE games.user_id = :named_id AND games.contest_kind = 'challenge'
            AND games.contest_key = CAST(challenges.id AS TEXT) AND games.transcript IS NOT NULL
    );

-- name: unplayed_challenges(ended_from, ended_before)
-- The challenges that ended in a span of time, and at which nobody has an attempt.
SELECT id FROM challenges
WHERE ends_at >= :ended_from AND ends_at < :ended_before AND NOT EXISTS (
    SELECT 1 FROM entries
    JOIN games ON games.user_id = entries.user_id AND games.contest_kind = 'challenge'
    AND games.contest_key = CAST(entries.challenge_id AS TEXT) AND games.transcript IS NOT NULL
    WHERE entries.challenge_id = challenges.id
);

-- name: delete_challenge(challenge_id)!
DELETE FROM challenges WHERE id = :challenge_id;

-- name: delete_entries_of_challenge(challenge_id)!
DELETE FROM entries WHERE challenge_id = :challenge_id;

-- name: challenge(challenge_id)
-- A challenge with the players on its card, in order of arrival, and the cards home in their attempts.
SELECT challenges.id, challenges.dealt, is_seen, opened_at, ends_at, language, rematch_of,
    challenges.server_id, channel_id, message_id, is_taken_back,
    entries.user_id, name, role, is_declined, games.home, entries.home, entries.effort, entries.seconds, COALESCE(status, '') = 'given up'
FROM challenges
LEFT JOIN entries ON entries.challenge_id = challenges.id
LEFT JOIN games ON games.user_id = entries.user_id AND games.contest_kind = 'challenge'
    AND games.contest_key = CAST(entries.challenge_id AS TEXT) AND games.transcript IS NOT NULL
WHERE challenges.id = :challenge_id ORDER BY place, entries.user_id;

-- name: rematch_of(challenge_id)$
-- The rematch of a challenge, if it has one.
SELECT id FROM challenges WHERE rematch_of = :challenge_id;

-- name: ended_before(challenge_id, user_id, ended_at)$
SELECT COUNT(*) FROM entries
JOIN games ON games.user_id = entries.user_id AND games.contest_kind = 'challenge'
    AND games.contest_key = CAST(entries.challenge_id AS TEXT) AND games.transcript IS NOT NULL
WHERE entries.challenge_id = :challenge_id AND entries.user_id <> :user_id AND entries.home IS NOT NULL
    AND games.ended_at < :ended_at;

-- name: put_entry(challenge_id, user_id, name, role, home, effort, seconds)!
-- Put someone on the card of a challenge; for a player who is on it already, take back their refusal.
INSERT INTO entries (challenge_id, user_id, name, role, is_declined, place, home, effort, seconds, wants_news)
VALUES (:challenge_id, :user_id, :name, :role, 0,
    (SELECT COUNT(*) FROM entries WHERE challenge_id = :challenge_id) + 1, :home, :effort, :seconds, 0)
ON CONFLICT (challenge_id, user_id) DO UPDATE SET is_declined = 0, name = excluded.name;

-- name: decline_challenge(challenge_id, user_id)!
-- Record that a player on the card of a challenge, who has not begun, declines.
UPDATE entries SET is_declined = 1
WHERE challenge_id = :challenge_id AND user_id = :user_id AND home IS NULL AND NOT EXISTS (
    SELECT 1 FROM games WHERE games.user_id = :user_id AND games.contest_kind = 'challenge'
        AND games.contest_key = CAST(:challenge_id AS TEXT) AND games.transcript IS NOT NULL
);

-- name: take_back_challenge(challenge_id, user_id)!
-- Take back a challenge of this user that nobody else has begun.
UPDATE challenges SET is_taken_back = 1
WHERE id = :challenge_id AND is_taken_back = 0 AND NOT EXISTS (
    SELECT 1 FROM entries
    JOIN games ON games.user_id = entries.user_id AND games.contest_kind = 'challenge'
        AND games.contest_key = CAST(entries.challenge_id AS TEXT) AND games.transcript IS NOT NULL
    WHERE entries.challenge_id = :challenge_id AND entries.user_id <> :user_id
);

-- name: is_taken_back(challenge_id)$
SELECT is_taken_back FROM challenges WHERE id = :challenge_id;

-- name: challenges_to_close(now, most)
-- Challenges that have ended since their cards were last drawn.
SELECT id FROM challenges WHERE is_closed = 0 AND ends_at <= :now AND message_id IS NOT NULL
ORDER BY ends_at LIMIT :most;

-- name: close_challenge(challenge_id)!
UPDATE challenges SET is_closed = 1 WHERE id = :challenge_id;

-- name: record_entry(challenge_id, user_id, home, effort, seconds)!
UPDATE entries SET home = :home, effort = :effort, seconds = :seconds
WHERE challenge_id = :challenge_id AND user_id = :user_id AND home IS NULL;

-- name: place_card(challenge_id, server_id, channel_id, message_id)!
UPDATE challenges SET server_id = :server_id, channel_id = :channel_id, message_id = :message_id
WHERE id = :challenge_id;

-- name: is_spent(day, fingerprint)$
SELECT EXISTS (SELECT 1 FROM spent_attempts WHERE day = :day AND fingerprint = :fingerprint);

-- name: is_spent_since(oldest, fingerprint)$
SELECT EXISTS (SELECT 1 FROM spent_attempts WHERE day >= :oldest AND fingerprint = :fingerprint);

-- name: deals_like(user_id, pattern, kind, key)
-- The deals of a user's games that match a pattern, outside of a contest.
SELECT dealt FROM games
WHERE user_id = :user_id AND dealt LIKE :pattern
    AND (contest_kind IS NULL OR contest_kind <> :kind OR contest_key <> :key);

-- name: duels(user_id, other_id, now)
-- The scores of two users in each challenge that both have begun, once both have one or the challenge is over.
SELECT challenges.dealt, mine.home, mine.effort, mine.seconds, my_game.status = 'given up',
    theirs.home, theirs.effort, theirs.seconds, their_game.status = 'given up'
FROM entries AS mine
JOIN entries AS theirs ON theirs.challenge_id = mine.challenge_id
JOIN challenges ON challenges.id = mine.challenge_id
JOIN games AS my_game ON my_game.user_id = mine.user_id AND my_game.contest_kind = 'challenge'
    AND my_game.contest_key = CAST(mine.challenge_id AS TEXT) AND my_game.transcript IS NOT NULL
JOIN games AS their_game ON their_game.user_id = theirs.user_id AND their_game.contest_kind = 'challenge'
    AND their_game.contest_key = CAST(theirs.challenge_id AS TEXT) AND their_game.transcript IS NOT NULL
WHERE mine.user_id = :user_id AND theirs.user_id = :other_id
    AND (challenges.ends_at <= :now OR (mine.home IS NOT NULL AND theirs.home IS NOT NULL));

-- name: open_challenges_of_user(user_id, now)
-- The challenges with a user on their cards that are still open.
SELECT id FROM entries JOIN challenges ON challenges.id = entries.challenge_id
WHERE user_id = :user_id AND ends_at > :now;

-- name: challenges_known(user_id)
-- The challenges whose deals a user has won before, and when they end.
SELECT challenges.id, challenges.ends_at FROM entries JOIN challenges ON challenges.id = entries.challenge_id
WHERE entries.user_id = :user_id AND role = 'mark';
