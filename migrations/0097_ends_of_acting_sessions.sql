-- However a session in which staff act as a customer ends, the audit log and the customer's activity say so. Its id makes
-- theirs, so each session has one entry.
CREATE TRIGGER `sessions_acting_ended` AFTER DELETE ON `sessions` WHEN OLD.`staff_id` IS NOT NULL BEGIN
	INSERT INTO `audit_log` (`id`, `at`, `staff_id`, `staff_name`, `kind`, `subject_type`, `subject_id`, `customer_id`, `params`, `request_id`, `place`)
	SELECT 'aud_' || substr(OLD.`id`, 5), min(OLD.`expires_at`, cast(unixepoch('subsec') * 1000 AS INTEGER)), `id`, `name`,
		'customer.sign_in_stopped', 'customer', OLD.`user_id`, OLD.`user_id`, '{}', '', OLD.`place`
	FROM `staff` WHERE `id` = OLD.`staff_id`;
	INSERT INTO `activity_log` (`id`, `user_id`, `actor`, `kind`, `params`, `message`, `created_at`)
	SELECT 'act_' || substr(OLD.`id`, 5), `id`, 'staff', 'session.staff_stopped', '{}', '',
		min(OLD.`expires_at`, cast(unixepoch('subsec') * 1000 AS INTEGER))
	FROM `users` WHERE `id` = OLD.`user_id`;
END;
