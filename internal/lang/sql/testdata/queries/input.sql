-- name: ActiveUsers :many
WITH RECURSIVE tree (id, parent) AS (
    SELECT id, parent FROM nodes WHERE parent IS NULL
    UNION ALL
    SELECT n.id, n.parent FROM nodes n JOIN tree ON tree.id = n.parent
), named AS (SELECT * FROM app.names)
SELECT t.id, app.label(t.id), count(*) OVER (PARTITION BY t.parent)
FROM tree t, named, LATERAL (SELECT 1 FROM inner_table) x
LEFT JOIN "Odd Name" o ON o.id IN (SELECT id FROM third)
WHERE substring(t.name FROM 1 FOR 3) = 'abc';

UPDATE ONLY accounts SET total = total + 1 FROM deltas d WHERE d.id = accounts.id;
DELETE FROM accounts USING old_ones WHERE true;
INSERT INTO archive (id) SELECT id FROM accounts FOR UPDATE;
INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2;
MERGE INTO target USING source ON target.id = source.id WHEN MATCHED THEN UPDATE SET a = 1;
TRUNCATE TABLE logs, events;
DROP VIEW IF EXISTS v1, v2 CASCADE;
SELECT * FROM generate_series(1, 10) g, make_rows(2) AS r(a, b);
EXPLAIN SELECT 1 FROM plans;
SELECT größe FROM maße;
