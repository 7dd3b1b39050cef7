-- An order whose free domain was counted as paid: the plan that made it free gets to know its price.
UPDATE `order_lines` AS giver SET `details` = json_set(giver.`details`, '$.freeDomain', (
	SELECT -free.`amount` FROM `order_lines` AS free
	WHERE free.`order_id` = giver.`order_id` AND free.`kind` = 'free_domain'
), '$.freeDomainCounted', json('true'))
WHERE giver.`kind` = 'plan' AND json_extract(giver.`details`, '$.freeDomain') IS NULL
	AND EXISTS (
		SELECT 1 FROM `order_lines` AS free WHERE free.`order_id` = giver.`order_id` AND free.`kind` = 'free_domain'
	)
	AND giver.`id` = (
		SELECT best.`id` FROM `order_lines` AS best
		WHERE best.`order_id` = giver.`order_id` AND best.`kind` = 'plan'
			AND json_extract(best.`details`, '$.term') = 'annual'
			AND best.`product_id` IN ('shared-business', 'shared-pro', 'plan-business')
		ORDER BY best.`unit_amount` DESC, best.`position` LIMIT 1
	);--> statement-breakpoint
-- What was given: nothing if the registration was refused, which its finished job says by a message.
UPDATE `order_lines` AS giver SET `details` = json_set(giver.`details`, '$.freeDomainRefused', json('true'))
WHERE json_extract(giver.`details`, '$.freeDomain') IS NOT NULL AND EXISTS (
	SELECT 1 FROM `order_lines` AS free
	JOIN `order_lines` AS registration ON registration.`order_id` = free.`order_id`
		AND registration.`kind` = 'registration' AND registration.`domain` = free.`domain`
	JOIN `jobs` ON `jobs`.`order_line_id` = registration.`id`
	WHERE free.`order_id` = giver.`order_id` AND free.`kind` = 'free_domain'
		AND `jobs`.`state` = 'done' AND `jobs`.`message` IS NOT NULL
);--> statement-breakpoint
-- In the first term only: what a renewal was paid with has no free domain in it. A smaller plan was credited already.
UPDATE `hosting_plans` AS plan SET `paid` = (
	SELECT CASE
		WHEN json_extract(giver.`details`, '$.freeDomainRefused') IS NOT NULL
			THEN min(plan.`price`, coalesce(plan.`paid`, plan.`price`) + given.`net`)
		ELSE max(0, min(plan.`price`, coalesce(plan.`paid`, plan.`price`)) - given.`net`)
	END
	FROM `order_lines` AS giver
	JOIN (
		SELECT line.`id`, CASE WHEN placed.`subtotal` > 0
			THEN json_extract(line.`details`, '$.freeDomain') * (placed.`subtotal` - placed.`discount`) / placed.`subtotal`
			ELSE 0 END AS net
		FROM `order_lines` AS line JOIN `orders` AS placed ON placed.`id` = line.`order_id`
	) AS given ON given.`id` = giver.`id`
	WHERE giver.`id` = plan.`order_line_id`
)
WHERE plan.`status` <> 'terminated'
	AND EXISTS (
		SELECT 1 FROM `order_lines` AS giver
		WHERE giver.`id` = plan.`order_line_id` AND json_extract(giver.`details`, '$.freeDomain') IS NOT NULL
			-- Counted as paid although given, or taken off although refused.
			AND (json_extract(giver.`details`, '$.freeDomainCounted') IS NULL)
				= (json_extract(giver.`details`, '$.freeDomainRefused') IS NOT NULL)
			AND plan.`price` >= json_extract(giver.`details`, '$.hosting.price')
	)
	AND NOT EXISTS (
		SELECT 1 FROM `order_lines` AS renewal JOIN `jobs` ON `jobs`.`order_line_id` = renewal.`id`
		WHERE renewal.`plan_id` = plan.`id` AND renewal.`kind` = 'hosting_renewal' AND `jobs`.`state` = 'done'
	);--> statement-breakpoint
UPDATE `order_lines` SET `details` = json_remove(`details`, '$.freeDomain')
WHERE json_extract(`details`, '$.freeDomainRefused') IS NOT NULL;--> statement-breakpoint
UPDATE `order_lines` SET `details` = json_remove(`details`, '$.freeDomainCounted', '$.freeDomainRefused')
WHERE json_extract(`details`, '$.freeDomainCounted') IS NOT NULL
	OR json_extract(`details`, '$.freeDomainRefused') IS NOT NULL;
