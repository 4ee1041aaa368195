CREATE TABLE first (id int, name text);

CREATE TABLE unfinished (
    id int,
    name varchar(

CREATE TABLE second (
    id int
)

CREATE VIEW third AS SELECT FROM WHERE (;

SELECT 'open text FROM first;

CREATE TABLE lost_in_text (id int);
' FROM second;

CREATE FUNCTION half() RETURNS int AS $$ SELECT 1;

CREATE TABLE last_one (id int);
