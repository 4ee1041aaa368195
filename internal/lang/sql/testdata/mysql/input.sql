# Tables of the forum.
SOURCE base/users.sql;

DROP TABLE IF EXISTS `posts`;
/*!40101 SET NAMES utf8 */;
CREATE TABLE `posts` (
  `id` int(10) unsigned NOT NULL AUTO_INCREMENT,
  `user_id` int NOT NULL COMMENT 'who wrote it',
  `title` varchar(255) COLLATE utf8mb4_bin DEFAULT 'it\'s new',
  `kind` enum('a','b') NOT NULL,
  key varchar(10),
  PRIMARY KEY (`id`),
  UNIQUE KEY `title_key` (`title`),
  KEY `user_key` (`user_id`,`kind`) USING BTREE,
  FULLTEXT KEY `words` (`title`),
  CONSTRAINT `posts_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON UPDATE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COMMENT='Everything people wrote';

INSERT INTO `posts` (`id`, `title`) VALUES (1,'a ; b'),(2,"it's; quoted"),(3,'back\\');
INSERT INTO posts SELECT id, title FROM drafts;
REPLACE INTO posts VALUES (1, 'x');

DELIMITER //
CREATE DEFINER=`root`@`localhost` PROCEDURE `tidy`(IN days INT, OUT n INT)
    COMMENT 'Removes old posts.'
BEGIN
  DECLARE done INT DEFAULT 0;
  IF days > 0 THEN
    DELETE FROM posts WHERE created < DATE_SUB(NOW(), INTERVAL days DAY);
  END IF;
  CASE days WHEN 1 THEN CALL report('one'); ELSE BEGIN END; END CASE;
END //

CREATE FUNCTION score(p INT) RETURNS INT DETERMINISTIC
BEGIN
  RETURN (SELECT SUM(v) FROM votes WHERE post = p);
END//

CREATE TRIGGER posts_before BEFORE INSERT ON posts FOR EACH ROW
BEGIN
  SET NEW.title = TRIM(NEW.title);
END//
DELIMITER ;

CREATE TRIGGER one_line AFTER DELETE ON posts FOR EACH ROW SET @gone = @gone + 1;
CREATE EVENT nightly ON SCHEDULE EVERY 1 DAY DO CALL tidy(30, @n);
CREATE VIEW `recent` AS select `p`.`id` AS `id` from `posts` `p` left join `users` `u` on `u`.`id` = `p`.`user_id`;
