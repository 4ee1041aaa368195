--
-- PostgreSQL database dump
--

SET statement_timeout = 0;

CREATE TABLE public.users (
    id integer NOT NULL,
    name text
);

ALTER TABLE public.users OWNER TO admin;

COPY public.users (id, name) FROM stdin;
1	it's here; really
2	CREATE TABLE nothing (id int);
\.

COPY public.empty (id) FROM stdin;
\.

COPY public.files FROM 'data/files.csv' WITH (FORMAT csv);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
