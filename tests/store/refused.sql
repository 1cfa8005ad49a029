UPDATE games SET game = game
UPDATE events SET body = body
UPDATE appends SET last = last
UPDATE origins SET lines = lines
DELETE FROM games
DELETE FROM events
DELETE FROM appends
DELETE FROM origins
DELETE FROM games WHERE 0
DELETE FROM events WHERE 0
DELETE FROM appends WHERE 0
DELETE FROM origins WHERE 0
DROP TABLE games
DROP TABLE events
DROP TABLE appends
DROP TABLE origins
ALTER TABLE games RENAME TO other
ALTER TABLE events RENAME TO other
ALTER TABLE appends RENAME TO other
ALTER TABLE origins RENAME TO other
DROP TABLE drafts
ALTER TABLE drafts RENAME TO other
ALTER TABLE drafts ADD COLUMN more TEXT
INSERT INTO drafts VALUES (1, 'text')
INSERT INTO drafts VALUES (1, NULL)
UPDATE events SET body = CAST(drafts.content AS TEXT) FROM drafts WHERE drafts.game = events.game
DELETE FROM events WHERE game IN (SELECT game FROM drafts)
INSERT OR REPLACE INTO events SELECT game, 2, zeroblob(32), CAST(content AS TEXT) FROM drafts
CREATE TRIGGER confirm AFTER UPDATE ON drafts BEGIN DELETE FROM events; END
CREATE TEMP TRIGGER confirm AFTER UPDATE ON main.drafts BEGIN DELETE FROM events; END
CREATE UNIQUE INDEX one ON drafts (content)
CREATE TEMP TABLE drafts (game, content)
DROP TABLE people
ALTER TABLE people ADD COLUMN more TEXT
INSERT INTO people VALUES (NULL, 'Anna', NULL)
INSERT INTO people VALUES ('anna', NULL, NULL)
DELETE FROM games WHERE game IN (SELECT handle FROM people)
CREATE TRIGGER wipe AFTER DELETE ON people BEGIN DELETE FROM events; END
CREATE UNIQUE INDEX one ON people (name)
DROP VIEW list_hands
PRAGMA secure_delete = OFF
UPDATE OR IGNORE events SET body = 'x'
WITH x AS (SELECT 1) DELETE FROM events WHERE seq IN x
INSERT INTO events VALUES (1, 2, zeroblob(32), 'x') ON CONFLICT DO UPDATE SET body = 'x'
INSERT INTO events VALUES (1, 2, zeroblob(32), 'x') ON CONFLICT DO NOTHING
INSERT INTO events VALUES (1, 3, zeroblob(32), 'x') ON CONFLICT (game, seq) DO UPDATE SET seq = 4
INSERT INTO games VALUES ('demo', 2) ON CONFLICT (game) DO UPDATE SET number = 2
INSERT INTO games VALUES ('other', 1) ON CONFLICT (number) DO UPDATE SET game = 'other'
INSERT INTO appends VALUES ('first', 1, 3, 3) ON CONFLICT DO UPDATE SET first = 3
INSERT INTO origins VALUES (1, 1, 'file', '[1]') ON CONFLICT DO UPDATE SET source = 'other'
INSERT OR ROLLBACK INTO events VALUES (1, 3, zeroblob(32), 'x')
INSERT OR ABORT INTO events VALUES (1, 3, zeroblob(32), 'x')
INSERT OR FAIL INTO events VALUES (1, 3, zeroblob(32), 'x')
INSERT OR REPLACE INTO events VALUES (1, 2, zeroblob(32), 'x')
INSERT OR REPLACE INTO events SELECT game, seq, id, 'x' FROM events
INSERT OR REPLACE INTO events VALUES (1, 9, zeroblob(32), 'x')
INSERT OR REPLACE INTO games VALUES ('demo', 1)
INSERT OR REPLACE INTO games SELECT 'other', number FROM games
INSERT OR REPLACE INTO events VALUES (1, 3, zeroblob(32), 'x')
INSERT OR IGNORE INTO events VALUES (1, 3, zeroblob(32), 'x')
REPLACE INTO events VALUES (1, 1, zeroblob(32), 'x')
INSERT INTO events VALUES (1, 5, zeroblob(32), 'a gap')
INSERT OR IGNORE INTO events VALUES (1, 5, zeroblob(32), 'a gap')
INSERT INTO events VALUES (1, 0, zeroblob(32), 'before the first')
INSERT INTO events VALUES (2, 1, zeroblob(32), 'no such game')
INSERT INTO events VALUES (1, 4, 'short', 'no id')
INSERT INTO events VALUES (1, NULL, zeroblob(32), 'no seq')
REPLACE INTO games VALUES ('demo', 2)
REPLACE INTO games VALUES ('other', 1)
INSERT INTO games VALUES ('other', 3)
REPLACE INTO appends VALUES ('first', 1, 3, 3)
REPLACE INTO origins VALUES (1, 1, 'other file', '[1]')
INSERT INTO origins VALUES (2, 1, 'no such game', '[1]')
INSERT INTO log VALUES ('demo', 4, 'note', NULL, NULL, NULL, '', '{}')
DELETE FROM events RETURNING body
UPDATE events SET body = 'x' FROM games WHERE games.number = events.game
ALTER TABLE events DROP COLUMN body
ALTER TABLE events RENAME COLUMN body TO text
ALTER TABLE events ADD COLUMN more TEXT
DROP TRIGGER events_next
DROP TRIGGER events_kept
DROP TRIGGER events_fixed
DROP VIEW log
CREATE TRIGGER swallow BEFORE INSERT ON events BEGIN SELECT RAISE(IGNORE); END
CREATE TEMP TRIGGER swallow BEFORE INSERT ON main.events BEGIN SELECT RAISE(IGNORE); END
CREATE TEMP TABLE events (game, seq, id, body)
CREATE UNIQUE INDEX one ON events (id)
CREATE TABLE other (x)
PRAGMA writable_schema = ON
PRAGMA main.writable_schema = 1
UPDATE sqlite_schema SET sql = 'x'
DELETE FROM sqlite_master
INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 99, 'CREATE TABLE x (y)')
DELETE FROM _sqlite_migrations
INSERT INTO _sqlite_migrations VALUES (9, 'mjlog', '9', 'now')
PRAGMA journal_mode = OFF
PRAGMA synchronous = OFF
PRAGMA user_version = 9
PRAGMA application_id = 9
PRAGMA schema_version = 9
PRAGMA trusted_schema = ON
PRAGMA recursive_triggers = OFF
PRAGMA ignore_check_constraints = ON
PRAGMA wal_checkpoint(TRUNCATE)
PRAGMA wal_autocheckpoint = 0
PRAGMA locking_mode = EXCLUSIVE
PRAGMA auto_vacuum = FULL
PRAGMA incremental_vacuum
PRAGMA page_size = 512
PRAGMA mmap_size = 1000000
PRAGMA cell_size_check = OFF
PRAGMA read_uncommitted = ON
PRAGMA optimize
CREATE VIRTUAL TABLE words USING fts5 (body)
SELECT load_extension('other')
ATTACH 'club.db' AS again
DETACH main
VACUUM
VACUUM INTO 'copy.db'
REINDEX
ANALYZE
