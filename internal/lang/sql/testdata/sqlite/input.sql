PRAGMA foreign_keys = ON;
.read other/schema.sql
BEGIN TRANSACTION;
CREATE TABLE notes(id INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT, tag REFERENCES tags, untyped);
CREATE VIRTUAL TABLE search USING fts5(body, content='notes');
CREATE TRIGGER notes_ai AFTER INSERT ON notes BEGIN
  INSERT INTO search(rowid, body) VALUES (new.id, new.body);
  UPDATE counts SET n = CASE WHEN n > 1 THEN n + 1 ELSE 1 END;
END;
CREATE TRIGGER IF NOT EXISTS notes_ad AFTER DELETE ON notes WHEN old.id > 1
BEGIN
  DELETE FROM search WHERE rowid = old.id;
END;
CREATE TABLE "tags" ("name" TEXT, 'kind' TEXT) STRICT;
COMMIT;
