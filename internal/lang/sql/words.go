package sql

import "strings"

// keywords maps each word that has a meaning of its own to itself, so that a
// look-up by bytes gives a string without making one.
var keywords = func() map[string]string {
	m := make(map[string]string)
	for _, w := range strings.Fields(`
	add after all alter and any apply array as before begin between by call cascade case check close collate column commit conflict
	constraint cost create cross cursor database declare default definer delete deterministic distinct do drop each else elseif elsif end
	except exception exec execute exists false fetch filter for foreign from full function go grant group having if ilike immediate
	immutable in index inner insert instead intersect interval into invoker is join key language lateral left like limit loop matched
	materialized merge natural new not nothing null of offset old on only open option or order outer output over partition perform pivot
	primary procedure qualify raise recursive references replace restrict return returning returns revoke right rollback row rows schema
	security select sequence set some stable statement statistics strict table tablesample temp temporary then to top trigger true
	truncate type union unique unpivot update use using values view volatile when where while window with within
`) {
		m[w] = w
	}
	return m
}()

// builtins are functions and types of the servers; calling one is no use of
// anything in the project.
var builtins = func() map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(`
	abs add_months age all any array array_agg array_append array_length array_remove array_to_string asc ascii avg bigint binary bit blob
	bool_and bool_or bpchar cast ceil ceiling changes char char_length character charindex check chr clob coalesce concat concat_ws
	constraint convert corr cos count cube current_setting current_user currval database date date_add date_format date_part date_sub
	date_trunc dateadd datediff datename datepart datetime day db_id dbms_output dec decimal decode degrees dense_rank digest double
	encode enum error_message every exists exp extract first_value float floor foreign format gen_random_uuid generate_series geography
	geometry getdate greatest group_concat grouping grouping_sets hex hour ident_current if ifnull iif in index initcap instr int integer
	isdate isnull isnumeric json json_agg json_array json_array_elements json_build_object json_extract json_object json_object_agg
	json_query json_value jsonb jsonb_agg jsonb_array_elements jsonb_build_object jsonb_each jsonb_object_agg jsonb_set jsonb_to_recordset
	julianday key lag last_day last_insert_id last_value lastval lead least left len length listagg ln log lower lpad ltrim make_date
	make_interval map max md5 mediumint min minute mod month months_between nchar new_time newid nextval now ntile nullif number numeric
	nvarchar nvarchar2 nvl nvl2 object_id object_name openjson overlay patindex percentile_cont percentile_disc pg_get_serial_sequence
	pg_typeof pi position power primary printf quote quote_ident quote_literal radians raise_application_error raiserror rand random rank
	raw real references regexp_match regexp_matches regexp_replace regexp_split_to_table repeat replace reverse right rollup round row
	row_number row_to_json rpad rtrim scope_identity second session_user set_config sets setval sha1 sha256 sign sin smallint some
	split_part sqlcode sqlerrm sqrt stddev strftime string_agg string_split string_to_array struct stuff substr substring sum sys_context
	sysdatetime tan text time timestamp timestamptz tinyint to_char to_date to_json to_jsonb to_number to_timestamp total translate trim
	trunc truncate typeof unique unixepoch unnest upper user userenv uuid uuid_generate_v4 values varbinary varbit varchar varchar2
	variance varying version within xml year
	int2 int4 int8 float4 float8 bool boolean bytea serial bigserial smallserial money interval inet cidr macaddr point line polygon
	tsvector tsquery hstore citext void trigger record setof regclass oid name longtext mediumtext tinytext longblob mediumblob
	tinyblob datetime2 datetimeoffset smalldatetime uniqueidentifier image ntext hierarchyid sql_variant rowversion sysname smallmoney
	pls_integer binary_integer long rowid urowid nclob bfile bytes string unsigned signed int64 float64 anyelement anyarray internal cstring
	event_trigger int256 uint8 uint64 uint32 table ref bytea xmltype national box circle path jsonpath tid xid variant object super
`) {
		m[w] = true
	}
	return m
}()

// typeEnds are the words behind a declared type.
var typeEnds = func() map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(`
	not null default primary unique references check constraint collate generated as auto_increment autoincrement identity comment on encode
	key invisible visible sparse rowguidcol persisted virtual stored storage compression options charset first after enable disable masked
	using is language immutable stable volatile strict begin deterministic security parallel cost return window called returns leakproof set
	reads contains no modifies pipelined authid result_cache parallel_enable atomic sql external support rows`) {
		m[w] = true
	}
	return m
}()

// soft are the keywords that tables are called, too.
var soft = map[string]bool{"type": true, "language": true, "schema": true, "statistics": true, "option": true, "cost": true, "sequence": true,
	"trigger": true, "matched": true, "cursor": true, "offset": true, "filter": true, "old": true, "new": true, "top": true, "index": true}
