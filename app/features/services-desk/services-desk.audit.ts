import { z } from "zod";
import { formatDay } from "~/lib/dates";
import { activityKind } from "~/lib/kinds";
import { formatMoney } from "~/lib/money";
import { moneySchema } from "~/lib/money.schema";

/** `domain`: Unicode form. */
const domain = z.object({ domain: z.string() });
const switched = domain.extend({ on: z.boolean() });
const offer = domain.extend({ email: z.string() });

/** `from`, `to`: DNS services. */
const moved = domain.extend({ from: z.string(), to: z.string() });

const plan = z.object({ plan: z.string() });

/** Fields that a comparison takes over from the registrar, in words. */
export const comparedFields: Readonly<Record<string, string>> = {
	registryId: "the registry's id",
	expiresAt: "the expiry date",
	status: "the status",
	nameservers: "the nameservers",
	delegation: "that the nameservers are in use",
};

export const servicesDeskAudit = {
	"domain.compared": activityKind(
		domain.extend({ ended: z.boolean(), corrected: z.array(z.string()), sent: z.boolean() }),
		({ domain, ended, corrected, sent }) => {
			const compared = `Compared ${domain} with its registrar`;
			if (ended) return `${compared}, which no longer has it.`;
			const taken = corrected.map((field) => comparedFields[field] ?? field).join(", ");
			const changes = [taken && `took over ${taken}`, sent && "sent it our settings again"].filter(Boolean);
			return changes.length === 0 ? `${compared}. Nothing differs.` : `${compared}: ${changes.join(", ")}.`;
		},
	),
	"domain.lock_switched": activityKind(switched, ({ domain, on }) => `${on ? "Locked" : "Unlocked"} ${domain}.`),
	"domain.auto_renew_switched": activityKind(
		switched,
		({ domain, on }) => `Turned auto-renew ${on ? "on" : "off"} for ${domain}.`,
	),
	"domain.hold_retried": activityKind(
		domain,
		({ domain }) => `Tried again to change the suspension of ${domain} at its registry.`,
	),
	"domain.auth_code_given": activityKind(domain, ({ domain }) => `Read the authorization code of ${domain}.`),
	"domain.registrar_changed": activityKind(
		domain.extend({ before: z.string(), after: z.string() }),
		({ domain, before, after }) => `Changed the registrar of ${domain} from ${before} to ${after}.`,
	),
	"domain.changed_by_hand": activityKind(
		domain,
		({ domain }) => `Made the customer's change of ${domain} by hand at its registrar.`,
	),
	"domain.zone_move_started": activityKind(
		moved,
		({ domain, from, to }) => `Started to move the zone of ${domain} from ${from} to ${to}.`,
	),
	"domain.zone_move_stopped": activityKind(
		moved,
		({ domain, from, to }) => `Stopped moving the zone of ${domain} from ${from} to ${to}.`,
	),
	"domain.offered": activityKind(offer, ({ domain, email }) => `Offered ${domain} to ${email}.`),
	"plan.suspended_by_staff": activityKind(
		plan.extend({ until: z.number().nullable() }),
		({ plan, until }, reader) => `Suspended ${plan}${until === null ? "" : ` until ${formatDay(until, reader)}`}.`,
	),
	"plan.change_ordered": activityKind(
		plan.extend({ to: z.string(), total: moneySchema, credit: moneySchema }),
		({ plan, to, total, credit }) =>
			`Ordered the change of ${plan} to ${to}, ${
				credit.amount > 0 ? `with ${formatMoney(credit)} of credit` : `for ${formatMoney(total)}`
			}.`,
	),
	"plan.unsuspended": activityKind(plan, ({ plan }) => `Ended the suspension of ${plan}.`),
	"plan.ended_by_staff": activityKind(
		plan.extend({ keptUntil: z.number() }),
		({ plan, keptUntil }, reader) => `Ended ${plan}. Its content is kept until ${formatDay(keptUntil, reader)}.`,
	),
	"domain.offer_withdrawn": activityKind(domain, ({ domain }) => `Withdrew the offer of ${domain}.`),
};
