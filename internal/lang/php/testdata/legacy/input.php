<?php
// $Id: legacy.php $
/* vim: set ts=4: */
/**
 * Old-style mail class.
 *
 * PHP version 4
 */

require_once 'PEAR.php';

define('MAIL_OK', true);
DEFINE("MAIL_FAIL", 'fail');
define('Mail\\Inner\\FLAG', 1);
define($name, 2);

class Mail_mime extends PEAR
{
    var $_parts = array();
    var $charset;

    function Mail_mime($crlf = "\r\n")
    {
        $this->_parts =& new Mail_part($crlf);
        if (PEAR::isError($this->_parts)) return MAIL_FAIL;
        while (list($k, $v) = each($this->_parts)) {
            $this->_add($k, $v);
        }
        switch ($crlf):
            case MAIL_OK: print $crlf; break;
            default: echo TRUE, NULL;
        endswitch;
    }

    function &_add($k, &$v) { return $v; }
    static public function factory() { return new self; }
}

Abstract Class Upper_Case { PUBLIC FUNCTION Run() { RETURN SELF::create(); } }
?>
trailing text
