-- Schema of the shop. Run it once.

CREATE SCHEMA IF NOT EXISTS shop;

-- People who buy.
CREATE TABLE shop.customers (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email       varchar(200) NOT NULL UNIQUE, -- how we reach them
    "full name" text,
    joined      timestamp with time zone DEFAULT now(),
    tags        text[] NOT NULL DEFAULT ARRAY['a', 'b'],
    CONSTRAINT email_shape CHECK (email LIKE '%@%')
);

CREATE TABLE IF NOT EXISTS shop.orders
( id        uuid DEFAULT gen_random_uuid() NOT NULL
, customer  bigint REFERENCES shop.customers (id) ON DELETE CASCADE -- the buyer
, total     numeric(12, 2) CONSTRAINT positive CHECK (total >= 0)
, status    order_status NOT NULL
, PRIMARY KEY (id)
, FOREIGN KEY (customer) REFERENCES shop.customers
);

CREATE UNIQUE INDEX CONCURRENTLY orders_customer ON shop.orders (customer) WHERE status = 'open';
CREATE INDEX ON shop.orders (total);

CREATE OR REPLACE VIEW shop.open_orders AS
SELECT o.id, c.email
FROM shop.orders o
JOIN shop.customers AS c ON c.id = o.customer
WHERE o.status = 'open';

CREATE MATERIALIZED VIEW shop.totals (customer, total) AS SELECT customer, sum(total) FROM shop.orders GROUP BY customer;

CREATE SEQUENCE shop.invoice_no START WITH 1000;
CREATE DOMAIN shop.email AS text CHECK (VALUE ~ '@');
CREATE TYPE order_status AS ENUM ('open', 'paid', -- money is here
    'sent');
CREATE TYPE shop.address AS (street text, zip varchar(10));
CREATE TEMP TABLE scratch AS SELECT * FROM shop.orders;

COMMENT ON TABLE shop.orders IS 'What customers bought.';
COMMENT ON COLUMN shop.orders.total IS 'Sum over all items.';
