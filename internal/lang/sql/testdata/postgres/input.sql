\set ON_ERROR_STOP on
\ir types.sql
\i /srv/app/seed.sql

CREATE EXTENSION IF NOT EXISTS pgcrypto;

/* Keeps a row's time of change.
   /* nested */ Called by triggers. */
CREATE OR REPLACE FUNCTION app.touch() RETURNS trigger
LANGUAGE plpgsql AS $body$
DECLARE
    n int; -- counts
BEGIN
    NEW.changed := now();
    PERFORM app.notify_change(TG_TABLE_NAME, $q$it's changed$q$);
    INSERT INTO app.log (msg) VALUES ('touched; really');
    SELECT count(*) INTO n FROM app.log;
    UPDATE app.stats SET changes = changes + 1;
    RETURN NEW;
END;
$body$;

CREATE FUNCTION app.add(a int, b int DEFAULT 0, OUT total int) AS
$$ SELECT a + b; $$ LANGUAGE sql IMMUTABLE;

CREATE FUNCTION app.rows_of(kind text)
RETURNS TABLE (id int, label text) LANGUAGE sql STABLE
AS $$ WITH picked AS (SELECT * FROM app.items WHERE k = kind), more (x) AS (SELECT 1 FROM picked)
   SELECT id, label FROM picked, more m, app.extra WHERE id IS DISTINCT FROM m.x $$;

CREATE FUNCTION app.py(x int) RETURNS int AS $$
import app  # it's not SQL
return x
$$ LANGUAGE plpython3u;

CREATE FUNCTION app.c_add(int, int) RETURNS int AS 'MODULE_PATHNAME', 'add' LANGUAGE C STRICT;

CREATE FUNCTION app.modern(a int) RETURNS int
BEGIN ATOMIC
  SELECT a + 1;
END;

CREATE PROCEDURE app.run(INOUT n int) LANGUAGE plpgsql AS $$ BEGIN n := app.add(n, 1); END $$;

CREATE TRIGGER touch_items BEFORE INSERT OR UPDATE OF label ON app.items
    FOR EACH ROW WHEN (NEW.label IS NOT NULL) EXECUTE FUNCTION app.touch();

CREATE TABLE app.part PARTITION OF app.items FOR VALUES IN ('a');
CREATE TABLE app.child (extra int) INHERITS (app.items, other);
CREATE UNLOGGED TABLE app.copy (LIKE app.items INCLUDING ALL, more jsonb DEFAULT '{}'::jsonb);

CREATE POLICY only_own ON app.items USING (owner = current_user_id());
CREATE RULE keep AS ON DELETE TO app.items DO INSTEAD NOTHING;
CREATE AGGREGATE app.total (int) (sfunc = app.add, stype = int);

DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_type WHERE typname = 'mood') THEN
    CREATE TYPE mood AS ENUM ('sad');
  END IF;
END $$;

SELECT data #>> '{a,b}', E'it\'s', 'C:\' FROM app.items WHERE extract(year FROM made) = 2020;
GRANT SELECT ON app.items TO reader;
REVOKE ALL ON app.items FROM reader;
CALL app.run(1) \gset
