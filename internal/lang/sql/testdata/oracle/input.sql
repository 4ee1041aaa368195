REM Installs the payroll; don't run twice.
SET SERVEROUTPUT ON
PROMPT it's starting
@@tables.sql
CREATE TABLE employees (
  id NUMBER(6) CONSTRAINT emp_pk PRIMARY KEY,
  name VARCHAR2(50 CHAR) NOT NULL,
  dept# NUMBER REFERENCES departments (id)
)
/
-- Pays people.
CREATE OR REPLACE PACKAGE payroll AUTHID DEFINER AS
  TYPE t_ids IS TABLE OF NUMBER;
  g_rate CONSTANT NUMBER := 1.5;
  -- What one person earns.
  FUNCTION salary (p_id IN NUMBER, p_month IN DATE DEFAULT SYSDATE) RETURN NUMBER;
  PROCEDURE pay_all;
END payroll;
/
CREATE OR REPLACE PACKAGE BODY payroll IS
  FUNCTION salary (p_id IN NUMBER, p_month IN DATE DEFAULT SYSDATE) RETURN NUMBER IS
    v NUMBER;
    FUNCTION bonus RETURN NUMBER IS
    BEGIN
      RETURN q'[it's]';
    END bonus;
  BEGIN
    SELECT sal INTO v FROM salaries WHERE id = p_id;
    IF v IS NULL THEN
      v := CASE WHEN p_id > 1 THEN 2 ELSE 3 END;
    END IF;
    RETURN v;
  END salary;

  PROCEDURE pay_all AS
  BEGIN
    FOR r IN (SELECT id FROM employees) LOOP
      ledger.post(r.id, salary(r.id, SYSDATE));
    END LOOP;
  END;
BEGIN
  g_rate := 2;
END payroll;
/
CREATE OR REPLACE TRIGGER emp_trg BEFORE INSERT ON employees FOR EACH ROW
DECLARE
  n NUMBER;
BEGIN
  SELECT emp_seq.NEXTVAL INTO n FROM dual;
END;
/
CREATE OR REPLACE PROCEDURE hire (p_name VARCHAR2) IS
BEGIN
  INSERT INTO employees (name) VALUES (p_name);
END hire;
/
CREATE OR REPLACE TYPE address_t AS OBJECT (
  street VARCHAR2(40),
  MEMBER FUNCTION label RETURN VARCHAR2
);
/
CREATE OR REPLACE TYPE BODY address_t AS
  -- On one line.
  MEMBER FUNCTION label RETURN VARCHAR2 IS
  BEGIN
    RETURN street;
  END;
END;
/
CREATE PUBLIC SYNONYM emp FOR employees;
BEGIN
  payroll.pay_all;
END;
/
CREATE SEQUENCE emp_seq;
ALTER TABLE employees ADD (phone VARCHAR2(20), fax VARCHAR2(20));
