-- Compute all standings from the results, as bot.model.score and bot.model.daily.ranking do.
WITH games (variant, pack, is_race) AS (
    VALUES ('diplomat', 104, 0), ('dimes', 104, 0), ('grounds-for-divorce', 104, 0), ('cast-out-nines', 104, 0),
        ('tens', 52, 1)
)
UPDATE results SET standing = (
    SELECT CAST(pack - home AS BIGINT) * 17592186044416
        + (CASE WHEN effort < 16777216 THEN CAST(effort AS BIGINT) ELSE 16777215 END)
            * (CASE is_race WHEN 1 THEN 1 ELSE 1048576 END)
        + (CASE WHEN seconds < 1048576 THEN CAST(seconds AS BIGINT) ELSE 1048575 END)
            * (CASE is_race WHEN 1 THEN 16777216 ELSE 1 END)
    FROM games WHERE games.variant = results.variant AND home BETWEEN 0 AND pack
);

INSERT INTO totals (user_id, kind, start, server_id, standing)
WITH games (variant, pack, dealt) AS (
    VALUES ('diplomat', 104, 0), ('dimes', 104, 8), ('grounds-for-divorce', 104, 0), ('cast-out-nines', 104, 0)
),
picks (weekday, variant) AS (
    VALUES (0, 'diplomat'), (1, 'diplomat'), (2, 'dimes'), (3, 'grounds-for-divorce'), (4, 'dimes'),
        (5, 'grounds-for-divorce'), (6, 'cast-out-nines')
),
scored AS (
    SELECT user_id, day, server_id, picks.weekday, home, pack, seconds,
        (CASE WHEN home > dealt THEN 100 * (home - dealt) / (pack - dealt) ELSE 0 END)
            + (CASE WHEN home = pack THEN 100 ELSE 0 END) AS points
    FROM results JOIN games ON games.variant = results.variant
    LEFT JOIN picks ON picks.weekday = (day - 1) % 7 AND picks.variant = results.variant
    WHERE standing IS NOT NULL
),
counted AS (
    SELECT user_id, day, server_id,
        CASE WHEN weekday IS NULL THEN points / 4 ELSE points END AS points,
        CASE WHEN weekday IS NOT NULL AND home = pack AND seconds < 1048576 THEN seconds
            WHEN weekday IS NOT NULL AND home = pack THEN 1048575 ELSE 1048576 END AS seconds
    FROM scored
),
placed AS (
    SELECT user_id, day, 0 AS server_id, points, seconds FROM counted
    UNION ALL SELECT user_id, day, server_id, points, seconds FROM counted WHERE server_id <> 0
),
spans AS (
    SELECT user_id, 'day' AS kind, day AS start, server_id, points, seconds FROM placed
    UNION ALL SELECT user_id, 'week', day - (day - 1) % 7, server_id, points, seconds FROM placed
    UNION ALL SELECT user_id, 'all', 0, server_id, points, seconds FROM placed
)
SELECT user_id, kind, start, server_id, (268435455 - SUM(points)) * 1048577 + MIN(seconds)
FROM spans GROUP BY user_id, kind, start, server_id;

-- The longest streak of each player, from day to day, as bot.model.daily.streaks does.
INSERT INTO totals (user_id, kind, start, server_id, standing)
SELECT user_id, 'streaks', 0, server_id, -(
    WITH RECURSIVE played (number, day, before) AS (
        SELECT ROW_NUMBER() OVER (ORDER BY day), day, LAG(day) OVER (ORDER BY day) FROM (
            SELECT DISTINCT day FROM results
            WHERE results.user_id = player.user_id AND player.server_id IN (0, results.server_id) AND standing IS NOT NULL
        ) AS days
    ),
    gaps (number, missed) AS (
        SELECT number, (SELECT COUNT(DISTINCT dailies.day) FROM dailies
            WHERE dailies.day > played.before AND dailies.day < played.day)
        FROM played
    ),
    runs (number, current, since_freeze, has_freeze) AS (
        SELECT 1, 1, 1, 0
        UNION ALL
        SELECT runs.number + 1,
            CASE WHEN missed <= has_freeze THEN current + 1 ELSE 1 END,
            CASE WHEN missed > 0 THEN 1 WHEN since_freeze = 6 THEN 0 ELSE since_freeze + 1 END,
            CASE WHEN missed > 0 THEN 0 WHEN since_freeze = 6 THEN 1 ELSE has_freeze END
        FROM runs JOIN gaps ON gaps.number = runs.number + 1
    )
    SELECT MAX(current) FROM runs
)
FROM (
    SELECT user_id, 0 AS server_id FROM results WHERE standing IS NOT NULL
    UNION SELECT user_id, server_id FROM results WHERE standing IS NOT NULL
) AS player;

CREATE INDEX totals_ranking ON totals (kind, start, server_id, standing, user_id);

CREATE INDEX game_ranking ON results (day, variant, standing, user_id);

CREATE INDEX game_ranking_here ON results (server_id, day, variant, standing, user_id);
