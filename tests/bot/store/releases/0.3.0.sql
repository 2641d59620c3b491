BEGIN TRANSACTION;
CREATE TABLE announcements (
    server_id BIGINT PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    language TEXT NOT NULL,
    hour INTEGER NOT NULL,
    time_zone TEXT NOT NULL,
    since INTEGER NOT NULL,
    due_at BIGINT NOT NULL,
    announced INTEGER,
    problem TEXT,
    anchor TEXT,
    refused INTEGER
);
CREATE TABLE badges (
    user_id BIGINT NOT NULL,
    badge TEXT NOT NULL,
    earned_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, badge)
);
INSERT INTO "badges" VALUES(1,'won:tens',1772236823);
CREATE TABLE blocks (
    kind TEXT NOT NULL,
    id BIGINT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE TABLE boards (
    user_id BIGINT PRIMARY KEY,
    game_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    drawn_by BIGINT NOT NULL
);
CREATE TABLE chains (
    number INTEGER PRIMARY KEY,
    begun INTEGER NOT NULL, -- a day
    seed TEXT NOT NULL, -- whoever knows it knows all dailies to come
    anchor TEXT NOT NULL
);
INSERT INTO "chains" VALUES(1,737425,'seed 372','b7978838e9ab5be0a8f9da61a33fa6a97986abcac7a8975e236ede4b0c29a94e');
CREATE TABLE challenges (
    id BIGINT PRIMARY KEY,
    dealt TEXT NOT NULL, -- the game, the deal and the options
    is_seen INTEGER NOT NULL, -- whether the deal was played before: whoever knows it cannot enter
    opened_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    language TEXT NOT NULL, -- of the card
    rematch_of BIGINT UNIQUE, -- another challenge, which has no second rematch
    server_id BIGINT, -- where the card is; NULL until it is posted, or outside servers
    channel_id BIGINT,
    message_id BIGINT,
    is_taken_back INTEGER NOT NULL, -- by who opened it, before anybody else began
    is_closed INTEGER NOT NULL -- whether the card was drawn after the end, and all who asked were told
);
CREATE TABLE claims (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    claimed_at BIGINT NOT NULL
);
CREATE TABLE dailies (
    day INTEGER NOT NULL,
    variant TEXT NOT NULL,
    candidate INTEGER NOT NULL,
    is_revealed INTEGER NOT NULL,
    is_proven INTEGER NOT NULL, -- whether the deal had been proven winnable when it was fixed
    PRIMARY KEY (day, variant)
);
INSERT INTO "dailies" VALUES(739675,'diplomat',0,0,0);
INSERT INTO "dailies" VALUES(739675,'dimes',0,0,0);
INSERT INTO "dailies" VALUES(739675,'grounds-for-divorce',0,0,0);
INSERT INTO "dailies" VALUES(739675,'cast-out-nines',0,0,0);
INSERT INTO "dailies" VALUES(739675,'tens',0,0,0);
CREATE TABLE entries (
    challenge_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    is_declined INTEGER NOT NULL,
    place INTEGER NOT NULL, -- on the card, from 1 on; two who enter at the same moment may share one
    home INTEGER, -- NULL until an attempt has ended in time
    effort INTEGER,
    seconds INTEGER,
    wants_news INTEGER NOT NULL, -- whether they wait to be told that the challenge is over
    PRIMARY KEY (challenge_id, user_id)
);
CREATE TABLE games (
    id BIGINT PRIMARY KEY,
    user_id BIGINT NOT NULL,
    variant TEXT NOT NULL,
    saved TEXT NOT NULL,
    dealt TEXT NOT NULL, -- the game, the deal and the options, with which `saved` begins
    status TEXT NOT NULL,
    version INTEGER NOT NULL,
    started_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    is_current INTEGER NOT NULL, -- whether it lies on the table; others are over, or wait on the shelf
    home INTEGER NOT NULL, -- cards home
    effort INTEGER NOT NULL, -- the moves played; in a ranked attempt, its effort so far
    is_ranked INTEGER NOT NULL, -- whether it is a ranked attempt, which has a transcript
    seconds INTEGER NOT NULL, -- time played, without long pauses
    is_begun INTEGER NOT NULL, -- whether a move was ever played, even one undone since; if not, giving up does not count
    contest_kind TEXT, -- 'daily' or 'challenge', if it has the deal of one
    contest_key TEXT, -- which contest of that kind
    contest_ends_at BIGINT, -- when attempts stop counting
    transcript TEXT, -- of a ranked attempt; NULL in practice
    begun_in BIGINT, -- the server where a ranked attempt began, if it is ranked there
    ended_at BIGINT, -- NULL while the game is being played
    left_at BIGINT -- when the user left it for another game; NULL on the table
);
INSERT INTO "games" VALUES(1838774706586035267,1,'tens','tens|13||22|2+5 1+2 4+8 6+8 2+10 6+10 1+7+9+10 5+7 2+5 2+5 2+3+4+13 12+13 10+12 10+11 9+11 1+9 5+9 5+13 1+2 5+11 3+7+9+12 4+6+8+10','tens|13|','won',23,1772236800,1772236822,0,52,22,0,22,1,NULL,NULL,NULL,NULL,NULL,1772236822,1772236830);
INSERT INTO "games" VALUES(1838774706673557208,1,'tens','tens|6231||22|1+13 1+13 1+11 1+12 9+11 7+9 9+12 1+8 3+4+6+11 4+6 6+8 6+13 1+3+7+11 4+7 1+10 4+6 6+13 6+10 3+6 7+13 1+2+5+9 4+8+11+12','tens|6231|','won',23,1772236830,1772236852,0,52,0,1,22,1,'daily','2026-02-28/tens',1772409600,'1+13@1 1+13@1 1+11@1 1+12@1 9+11@1 7+9@1 9+12@1 1+8@1 3+4+6+11@1 4+6@1 6+8@1 6+13@1 1+3+7+11@1 4+7@1 1+10@1 4+6@1 6+13@1 6+10@1 3+6@1 7+13@1 1+2+5+9@1 4+8+11+12@1',70,1772236852,1772236855);
INSERT INTO "games" VALUES(1838774706715103067,1,'diplomat','diplomat|8||1|1>4','diplomat|8|','playing',2,1772236855,1772236856,1,0,1,0,1,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(1838774706723164144,2,'dimes','dimes|8||1|1>8','dimes|8|','playing',2,1772236857,1772236858,1,8,1,0,1,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE installation (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
CREATE TABLE interactions (
    id BIGINT PRIMARY KEY
);
INSERT INTO "interactions" VALUES(1000);
INSERT INTO "interactions" VALUES(1001);
INSERT INTO "interactions" VALUES(1002);
INSERT INTO "interactions" VALUES(1003);
INSERT INTO "interactions" VALUES(1004);
INSERT INTO "interactions" VALUES(1005);
INSERT INTO "interactions" VALUES(1006);
INSERT INTO "interactions" VALUES(1007);
INSERT INTO "interactions" VALUES(1008);
INSERT INTO "interactions" VALUES(1009);
INSERT INTO "interactions" VALUES(1010);
INSERT INTO "interactions" VALUES(1011);
INSERT INTO "interactions" VALUES(1012);
INSERT INTO "interactions" VALUES(1013);
INSERT INTO "interactions" VALUES(1014);
INSERT INTO "interactions" VALUES(1015);
INSERT INTO "interactions" VALUES(1016);
INSERT INTO "interactions" VALUES(1017);
INSERT INTO "interactions" VALUES(1018);
INSERT INTO "interactions" VALUES(1019);
INSERT INTO "interactions" VALUES(1020);
INSERT INTO "interactions" VALUES(1021);
INSERT INTO "interactions" VALUES(1022);
INSERT INTO "interactions" VALUES(1023);
INSERT INTO "interactions" VALUES(1024);
INSERT INTO "interactions" VALUES(1025);
INSERT INTO "interactions" VALUES(1026);
INSERT INTO "interactions" VALUES(1027);
INSERT INTO "interactions" VALUES(1028);
INSERT INTO "interactions" VALUES(1029);
INSERT INTO "interactions" VALUES(1030);
INSERT INTO "interactions" VALUES(1031);
INSERT INTO "interactions" VALUES(1032);
INSERT INTO "interactions" VALUES(1033);
INSERT INTO "interactions" VALUES(1034);
INSERT INTO "interactions" VALUES(1035);
INSERT INTO "interactions" VALUES(1036);
INSERT INTO "interactions" VALUES(1037);
INSERT INTO "interactions" VALUES(1038);
INSERT INTO "interactions" VALUES(1039);
INSERT INTO "interactions" VALUES(1040);
INSERT INTO "interactions" VALUES(1041);
INSERT INTO "interactions" VALUES(1042);
INSERT INTO "interactions" VALUES(1043);
INSERT INTO "interactions" VALUES(1044);
INSERT INTO "interactions" VALUES(1045);
INSERT INTO "interactions" VALUES(1046);
INSERT INTO "interactions" VALUES(1047);
INSERT INTO "interactions" VALUES(1048);
INSERT INTO "interactions" VALUES(1049);
CREATE TABLE leaderboards (
    id INTEGER PRIMARY KEY,
    start INTEGER NOT NULL,
    server_id BIGINT NOT NULL,
    variant TEXT NOT NULL,
    kind TEXT NOT NULL,
    UNIQUE (start, server_id, variant, kind)
);
INSERT INTO "leaderboards" VALUES(1,739675,0,'tens','day');
INSERT INTO "leaderboards" VALUES(2,739675,70,'tens','day');
INSERT INTO "leaderboards" VALUES(3,739670,0,'tens','week');
INSERT INTO "leaderboards" VALUES(4,739670,70,'tens','week');
INSERT INTO "leaderboards" VALUES(5,739648,0,'tens','month');
INSERT INTO "leaderboards" VALUES(6,739648,70,'tens','month');
INSERT INTO "leaderboards" VALUES(7,0,0,'tens','all');
INSERT INTO "leaderboards" VALUES(8,0,70,'tens','all');
INSERT INTO "leaderboards" VALUES(9,0,0,'','wins');
INSERT INTO "leaderboards" VALUES(10,0,70,'','wins');
INSERT INTO "leaderboards" VALUES(11,0,0,'tens','wins');
INSERT INTO "leaderboards" VALUES(12,0,70,'tens','wins');
INSERT INTO "leaderboards" VALUES(13,0,0,'','streaks');
INSERT INTO "leaderboards" VALUES(14,0,70,'','streaks');
INSERT INTO "leaderboards" VALUES(15,0,0,'tens','streaks');
INSERT INTO "leaderboards" VALUES(16,0,70,'tens','streaks');
INSERT INTO "leaderboards" VALUES(17,0,0,'tens','fastest');
INSERT INTO "leaderboards" VALUES(18,0,70,'tens','fastest');
CREATE TABLE players (
    user_id BIGINT PRIMARY KEY,
    name TEXT NOT NULL
);
INSERT INTO "players" VALUES(1,'alice');
CREATE TABLE preferences (
    user_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user_id, name)
);
CREATE TABLE proofs (
    day INTEGER NOT NULL,
    variant TEXT NOT NULL,
    commitment TEXT NOT NULL,
    solver INTEGER NOT NULL,
    budget INTEGER NOT NULL,
    candidate INTEGER NOT NULL,
    moves TEXT,
    PRIMARY KEY (day, variant)
);
CREATE TABLE reminders (
    user_id BIGINT PRIMARY KEY,
    hour INTEGER,
    language TEXT NOT NULL,
    due_at BIGINT NOT NULL,
    refused INTEGER
);
CREATE TABLE results (
    user_id BIGINT NOT NULL,
    day INTEGER NOT NULL,
    variant TEXT NOT NULL,
    game_id BIGINT NOT NULL,
    server_id BIGINT NOT NULL,
    home INTEGER NOT NULL,
    effort INTEGER NOT NULL,
    seconds INTEGER NOT NULL,
    is_counted INTEGER NOT NULL,
    PRIMARY KEY (user_id, day, variant)
);
INSERT INTO "results" VALUES(1,739675,'tens',1838774706673557208,70,52,0,22,1);
CREATE TABLE schema_version (version INTEGER NOT NULL, migration TEXT);
INSERT INTO "schema_version" VALUES(1,'3999fb43c5ed0c0e96913b9ce67d2443bf42db0fa8a3235aa5d9caf4315e86d6');
CREATE TABLE spent_attempts (
    day INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (day, fingerprint)
);
CREATE TABLE standings (
    user_id BIGINT NOT NULL,
    leaderboard_id INTEGER NOT NULL,
    standing BIGINT NOT NULL,
    PRIMARY KEY (user_id, leaderboard_id)
);
INSERT INTO "standings" VALUES(1,1,369098752);
INSERT INTO "standings" VALUES(1,2,369098752);
INSERT INTO "standings" VALUES(1,3,281475034382157);
INSERT INTO "standings" VALUES(1,4,281475034382157);
INSERT INTO "standings" VALUES(1,5,281475034382157);
INSERT INTO "standings" VALUES(1,6,281475034382157);
INSERT INTO "standings" VALUES(1,7,281475034382157);
INSERT INTO "standings" VALUES(1,8,281475034382157);
INSERT INTO "standings" VALUES(1,9,-1);
INSERT INTO "standings" VALUES(1,10,-1);
INSERT INTO "standings" VALUES(1,11,-1);
INSERT INTO "standings" VALUES(1,12,-1);
INSERT INTO "standings" VALUES(1,13,-1);
INSERT INTO "standings" VALUES(1,14,-1);
INSERT INTO "standings" VALUES(1,15,-1);
INSERT INTO "standings" VALUES(1,16,-1);
INSERT INTO "standings" VALUES(1,17,369098752);
INSERT INTO "standings" VALUES(1,18,369098752);
CREATE TABLE streaks (
    user_id BIGINT NOT NULL,
    leaderboard_id INTEGER NOT NULL,
    last INTEGER NOT NULL,
    current INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    since_freeze INTEGER NOT NULL,
    has_freeze INTEGER NOT NULL,
    PRIMARY KEY (user_id, leaderboard_id)
);
INSERT INTO "streaks" VALUES(1,13,739675,1,1,1,0);
INSERT INTO "streaks" VALUES(1,14,739675,1,1,1,0);
INSERT INTO "streaks" VALUES(1,15,739675,1,1,1,0);
INSERT INTO "streaks" VALUES(1,16,739675,1,1,1,0);
CREATE UNIQUE INDEX current_game ON games (user_id) WHERE is_current = 1;
CREATE INDEX games_of_user ON games (user_id);
CREATE INDEX finished_games
ON games (user_id, ended_at, id, variant, status, is_begun, home, effort, is_ranked, seconds)
WHERE status IN ('won', 'lost', 'given up');
CREATE INDEX shelved_games ON games (user_id, left_at) WHERE status = 'playing' AND is_current = 0;
CREATE INDEX contests_of_user ON games (user_id, contest_kind, contest_ends_at) WHERE contest_kind IS NOT NULL;
CREATE INDEX won_deals ON games (dealt, user_id) WHERE status = 'won';
CREATE UNIQUE INDEX ranked_attempt ON games (user_id, contest_kind, contest_key) WHERE transcript IS NOT NULL;
CREATE INDEX attempts_under_way ON games (contest_kind, contest_ends_at)
WHERE transcript IS NOT NULL AND status = 'playing';
CREATE INDEX ended_challenges ON challenges (ends_at);
CREATE INDEX challenges_to_close ON challenges (ends_at) WHERE is_closed = 0;
CREATE INDEX entries_of_user ON entries (user_id);
CREATE INDEX announcements_due ON announcements (due_at) WHERE problem IS NULL;
CREATE INDEX reminders_due ON reminders (due_at) WHERE hour IS NOT NULL;
CREATE INDEX results_of_day ON results (day, variant, home);
CREATE INDEX results_of_server ON results (server_id, day, user_id);
CREATE INDEX uncounted_results ON results (user_id, day) WHERE is_counted = 0;
CREATE INDEX ranking ON standings (leaderboard_id, standing, user_id);
COMMIT;
