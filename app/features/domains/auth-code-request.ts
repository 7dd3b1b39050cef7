import type { ConfirmedOwner } from "~/db/owner";
import type { Customer } from "~/features/accounts/customer";
import { ticketLimits } from "~/features/tickets/ticket";
import type { Tickets } from "~/features/tickets/tickets.server";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import type { DomainManagement } from "./manage.server";
import type { Portfolio } from "./portfolio.server";
import { toUnicode } from "./to-unicode";

interface Services {
	readonly clock: Clock;
	readonly domainManagement: Pick<DomainManagement, "showAuthCode">;
	readonly portfolio: Pick<Portfolio, "find">;
	readonly tickets: Pick<Tickets, "open">;
}

interface Holder {
	readonly owner: ConfirmedOwner;
	readonly customer: Pick<Customer, "id" | "firstName" | "lastName">;
}

/**
 * Shows the authorization code. If staff have to fetch it, opens a ticket in which they answer, once a day. The customer has
 * entered the password and unlocked the domain before.
 */
export async function showOrRequestAuthCode(
	{ clock, domainManagement, portfolio, tickets }: Services,
	{ owner, customer }: Holder,
	domainId: string,
): Promise<Result<{ readonly code: string } | { readonly ticketId: string }>> {
	const shown = await domainManagement.showAuthCode(owner, domainId);
	if (shown.ok) return ok({ code: shown.value });
	if (shown.error.code !== "auth_code_by_hand") return shown;
	const domain = await portfolio.find(owner, domainId);
	if (!domain) return fail("not_found", "This domain is not in your account.");
	const name = toUnicode(domain.name);
	const day = new Date(clock()).toISOString().slice(0, 10);
	const opened = await tickets.open(
		{ owner, customer },
		{
			key: `auth-code-${domainId}-${day}`,
			department: "technical",
			subject: `Authorization code of ${name}`.slice(0, ticketLimits.subject),
			body: `Please get me the authorization code of ${name}. I have turned its transfer lock off and entered my password.`,
		},
	);
	return opened.ok ? ok({ ticketId: opened.value.id }) : opened;
}
