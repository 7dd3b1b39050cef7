const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Counts the scheduled duties that were done from `start` to `end`, and those that were left undone although they were due
 * an hour ago and at the last complete run of the hourly cron. Has its own queries, so that it does not repeat a mistake of
 * the product.
 * @param {{ start: number, end: number, remindedAt: number, searchedAt: number }} times ms; `remindedAt`: when the daily
 *   cron ran, `searchedAt`: when the last hourly cron ran whose work no kill ended
 */
export function duties(file, { start, end, remindedAt, searchedAt }, reminderDue) {
	const count = (sql, ...values) => file.prepare(`SELECT count(*) AS count FROM ${sql}`).get(...values).count;
	const hourAgo = Math.min(end - HOUR, searchedAt);
	const logged = (kind) => count("activity_log WHERE kind = ? AND created_at BETWEEN ? AND ?", kind, start, end);
	const placed = (column) =>
		count(
			`order_lines l JOIN orders o ON o.id = l.order_id WHERE l.${column} IS NOT NULL AND o.created_at BETWEEN ? AND ?`,
			start,
			end,
		);
	const customer = "JOIN users u ON u.id = t.user_id AND u.status = 'active'";
	/** A plan that the line renews: its invoice can be paid until the plan ends. */
	const lives = "t.expires_at = l.renewed_expiry AND t.cancelled_at IS NULL AND t.status IN ('active', 'suspended')";
	const isKenyan = "(t.tld = 'ke' OR t.tld LIKE '%.ke')";
	/** Open invoices whose card should have been charged: `lead` ms before the expiry, a day after the invoice. */
	const uncharged = (table, column, renews, lead) =>
		count(
			`${table} t ${customer} JOIN order_lines l ON l.${column} = t.id AND l.renewed_expiry = t.expires_at
				JOIN invoices i ON i.order_id = l.order_id AND i.state = 'open'
				JOIN payment_cards c ON c.user_id = t.user_id AND c.renewals_at IS NOT NULL AND c.removed_at IS NULL
				WHERE t.status = 'active' AND ${renews} AND t.expires_at > ? AND t.expires_at <= ?
				AND max(t.expires_at - ?, min(i.issued_at + ?, t.expires_at - ?)) <= ?
				AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.invoice_id = i.id AND p.automatic = 1)`,
			end,
			end + lead,
			lead,
			DAY,
			DAY,
			hourAgo,
		);
	return [
		{
			name: "expiry reminders",
			done: count("reminders WHERE kind = 'domain' AND created_at BETWEEN ? AND ?", start, end),
			left: missingReminders(file, remindedAt, reminderDue),
		},
		{
			name: "reminder emails",
			done: count("outbox WHERE kind = 'mail.reminders' AND state = 'sent' AND sent_at BETWEEN ? AND ?", start, end),
			left: count(
				`(SELECT 1 FROM reminders r WHERE r.created_at BETWEEN ? AND ? AND r.day <= date(? / 1000, 'unixepoch', '+3 hours')
					AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.dedupe_key = 'mail.reminders:' || r.user_id || ':' || r.day
						AND o.state = 'sent') GROUP BY r.user_id, r.day)`,
				start,
				remindedAt,
				end,
			),
		},
		{
			name: "invoices for domains",
			done: placed("renewed_domain_id"),
			left: count(
				`domains t ${customer} WHERE t.status = 'active' AND t.auto_renew = 1 AND t.expires_at > ? AND t.expires_at <= ?
					AND NOT EXISTS (SELECT 1 FROM order_lines l WHERE l.renewed_domain_id = t.id AND l.renewed_expiry = t.expires_at)`,
				end,
				hourAgo + 30 * DAY,
			),
		},
		{
			name: "invoices for plans",
			done: placed("renewed_plan_id"),
			left: count(
				`hosting_plans t ${customer} WHERE t.status = 'active' AND t.cancelled_at IS NULL AND t.expires_at > ?
					AND t.expires_at <= ? + CASE WHEN t.term_months >= 12 THEN ? ELSE ? END
					AND NOT EXISTS (SELECT 1 FROM order_lines l WHERE l.renewed_plan_id = t.id AND l.renewed_expiry = t.expires_at)`,
				end,
				hourAgo,
				30 * DAY,
				7 * DAY,
			),
		},
		{
			name: "charges of cards",
			done: count("payments WHERE automatic = 1 AND created_at BETWEEN ? AND ?", start, end),
			left:
				uncharged("domains", "renewed_domain_id", "t.auto_renew = 1", 7 * DAY) +
				uncharged("hosting_plans", "renewed_plan_id", "t.cancelled_at IS NULL", 3 * DAY),
		},
		{
			name: "unpaid orders",
			done: count("orders WHERE state = 'cancelled' AND cancelled_at BETWEEN ? AND ?", start, end),
			left: count(
				`invoices i JOIN orders o ON o.id = i.order_id AND o.state = 'pending_payment' WHERE i.state = 'open'
					AND i.due_at <= ? AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.invoice_id = i.id AND p.state = 'pending')
					AND NOT EXISTS (SELECT 1 FROM order_lines l JOIN hosting_plans t ON t.id = l.renewed_plan_id AND ${lives}
						WHERE l.order_id = o.id)
					AND NOT EXISTS (SELECT 1 FROM order_lines l JOIN domains t ON t.id = l.renewed_domain_id
						AND t.expires_at = l.renewed_expiry AND t.status IN ('active', 'expired') WHERE l.order_id = o.id)`,
				hourAgo,
			),
		},
		{
			name: "suspended plans",
			done: logged("plan.suspended"),
			left: count(
				`hosting_plans t ${customer} JOIN order_lines l ON l.renewed_plan_id = t.id AND ${lives}
					JOIN invoices i ON i.order_id = l.order_id AND i.state = 'open' WHERE t.status = 'active'
					AND max(t.expires_at, i.due_at, i.delivered_at) + ? <= ?
					AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.invoice_id = i.id AND p.state = 'pending')`,
				3 * DAY,
				hourAgo,
			),
		},
		{
			name: "ended plans",
			done: logged("plan.ended"),
			left: count(
				`hosting_plans t JOIN order_lines l ON l.renewed_plan_id = t.id AND ${lives}
					JOIN invoices i ON i.order_id = l.order_id AND i.state = 'open' WHERE t.status = 'suspended' AND t.kept_until <= ?
					AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.invoice_id = i.id AND p.state = 'pending')`,
				hourAgo,
			),
		},
		...comparisons(file, start),
		{
			name: "expired domains",
			done: logged("domain.expired"),
			left: count("domains WHERE status = 'active' AND expires_at <= ?", hourAgo),
		},
		{
			name: "into redemption",
			done: logged("domain.redemption"),
			left: count(
				`domains t WHERE t.status = 'expired' AND t.expires_at <= ? - CASE WHEN ${isKenyan} THEN 80 ELSE 30 END * ?`,
				hourAgo,
				DAY,
			),
		},
		{
			name: "released domains",
			done: logged("domain.released"),
			left: count(
				`domains t WHERE t.status = 'redemption' AND t.expires_at <= ? - CASE WHEN ${isKenyan} THEN 90 ELSE 65 END * ?`,
				hourAgo,
				DAY,
			),
		},
		{
			name: "jobs of paid orders",
			done: count("jobs WHERE state = 'done' AND updated_at BETWEEN ? AND ?", start, end),
			left: count("jobs WHERE state <> 'done' AND created_at >= ? AND next_at <= ?", start, hourAgo),
		},
	];
}

/** Domains that tonight's comparisons have compared, and those that they had to. */
function comparisons(file, start) {
	const night = Math.floor(start / DAY);
	const rows = file.prepare("SELECT task, position FROM task_positions WHERE task LIKE 'comparison %'").all();
	const held = file.prepare("SELECT count(*) AS count FROM domains WHERE status IN ('active', 'expired')").get().count;
	return ["comparison of zones", "comparison with sandbox"].map((name) => {
		const { position } = rows.find(({ task }) => task === name) ?? {};
		const { round } = position ? JSON.parse(position) : {};
		const isDone = round?.night === night && round.finished;
		const done = round?.night === night ? round.compared : 0;
		return { name, done, left: isDone ? round.unread : Math.max(1, held - done) };
	});
}

/** The end of the day in Kenya. Its email has everything that is due until then. */
export const endOfDay = (time) => Math.ceil((time + 3 * HOUR) / DAY) * DAY - 3 * HOUR - 1;

function missingReminders(file, remindedAt, reminderDue) {
	const near = file
		.prepare(
			`SELECT t.id, t.tld, t.auto_renew, t.expires_at FROM domains t JOIN users u ON u.id = t.user_id
				AND u.status = 'active' WHERE t.status IN ('active', 'expired') AND t.expires_at BETWEEN ? AND ?`,
		)
		.all(remindedAt - 77 * DAY, remindedAt + 60 * DAY);
	const found = file.prepare("SELECT 1 FROM reminders WHERE kind = 'domain' AND subject_id = ? AND stage = ?");
	return near.filter(({ id, tld, auto_renew: autoRenew, expires_at: expiresAt }) => {
		const stage = reminderDue({ tld, autoRenew: autoRenew === 1, expiresAt }, endOfDay(remindedAt));
		return stage !== null && !found.get(id, stage);
	}).length;
}

/** Counts by name of what must never happen, over the whole simulation. */
export function mistakes(file, now, mail) {
	const count = (sql, ...values) => file.prepare(`SELECT count(*) AS count FROM ${sql}`).get(...values).count;
	const hourAgo = now - HOUR;
	const renewed = (table, column) =>
		`order_lines l JOIN orders o ON o.id = l.order_id AND o.state = 'fulfilled' JOIN ${table} t ON t.id = l.${column}
			WHERE NOT EXISTS (SELECT 1 FROM order_lines later
				WHERE later.${column} = l.${column} AND later.renewed_expiry > l.renewed_expiry)`;
	const emails = file
		.prepare(
			`SELECT provider_id AS id, kind, payload, created_at AS createdAt FROM outbox
				WHERE kind LIKE 'mail.%' AND state = 'sent' AND provider_id IS NOT NULL`,
		)
		.all();
	// Our team is told each day about the same work while nobody does it.
	const dayOf = ({ kind, createdAt }) => (kind === "mail.staff-task" ? Math.floor(createdAt / DAY) : "");
	const contents = new Set(
		emails.map((email) => `${email.kind} ${dayOf(email)} ${email.payload} ${mail.textOf(email.id)}`),
	);
	const reminders = emails.flatMap(({ kind, payload }) => (kind === "mail.reminders" ? [payload] : []));
	// Terms are one or twelve months. The job of the renewal runs up to a day after the payment.
	const longest = "CASE WHEN t.term_months >= 12 THEN 367 ELSE 32 END";
	return {
		"orders placed twice": count(
			`(SELECT 1 FROM order_lines WHERE coalesce(renewed_domain_id, renewed_plan_id) IS NOT NULL
				GROUP BY renewed_domain_id, renewed_plan_id, renewed_expiry HAVING count(*) > 1)`,
		),
		"invoices paid twice": count(
			`(SELECT 1 FROM sandbox_payments WHERE state = 'approved' GROUP BY invoice_number HAVING count(*) > 1)`,
		),
		"payments not posted": count(
			`sandbox_payments s WHERE s.state = 'approved' AND s.answered_at <= ?
				AND s.attempt_id NOT IN (SELECT payment_id FROM ledger_entries WHERE payment_id IS NOT NULL)`,
			hourAgo,
		),
		"payments posted twice": count(
			`(SELECT 1 FROM ledger_entries WHERE kind = 'payment' GROUP BY payment_id HAVING count(*) > 1)`,
		),
		"paid, but not renewed":
			count(`${renewed("domains", "renewed_domain_id")} AND t.expires_at < l.renewed_expiry + ?`, 365 * DAY) +
			count(`${renewed("hosting_plans", "renewed_plan_id")} AND t.expires_at <= l.renewed_expiry`),
		"renewed twice":
			count(`${renewed("domains", "renewed_domain_id")} AND t.expires_at > l.renewed_expiry + ?`, 366 * DAY) +
			// A plan that was suspended has its whole term from the payment.
			count(
				`${renewed("hosting_plans", "renewed_plan_id")} AND t.expires_at > ${longest} * ? +
					max(l.renewed_expiry, (SELECT coalesce(max(i.paid_at), 0) FROM invoices i WHERE i.order_id = o.id))`,
				DAY,
			),
		"registry differs": count(
			"domains t JOIN sandbox_registry r ON r.object_id = t.registry_id WHERE t.status = 'active' AND t.id LIKE 'dom_full%' AND r.expires_at <> t.expires_at",
		),
		"emails lost": emails.filter(({ id }) => mail.textOf(id) === undefined).length,
		"emails sent twice": emails.length - contents.size,
		"reminders on one day": reminders.length - new Set(reminders).size,
		"events not handled": count("outbox WHERE state IN ('new', 'sending') AND next_at <= ?", hourAgo),
		"dead letters": count("outbox WHERE state = 'dead'"),
	};
}
