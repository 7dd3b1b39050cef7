import { formatDay, type Locale } from "~/lib/dates";
import { invitationMs, roles } from "./member";
import type { Members } from "./members.server";

type Person = Awaited<ReturnType<Members["list"]>>[number];
type Access = Awaited<ReturnType<Members["accounts"]>>[number];

export type ListedMember = ReturnType<typeof listedMember>;
export type ListedAccess = ReturnType<typeof listedAccess>;

/** Someone with access to the customer's account, or who is invited to it. `now` in ms. */
export const listedMember = ({ id, name, role, acceptedAt, ...person }: Person, locale: Locale, now: number) => ({
	...{ id, name, role },
	email: person.email ?? person.invitedEmail,
	isInvited: acceptedAt === null,
	state:
		acceptedAt !== null
			? `Since ${formatDay(acceptedAt, locale)}`
			: person.invitedAt + invitationMs > now
				? `Invited. Can accept by ${formatDay(person.invitedAt + invitationMs, locale)}`
				: "The invitation has ended. Cancel it to send another one.",
});

/** An account that the customer may use, or is invited to. */
export const listedAccess = ({ id, company, name, email, role, acceptedAt, invitedAt }: Access, locale: Locale) => ({
	...{ id, email },
	name: company ?? name,
	role: roles[role].name,
	may: roles[role].may,
	/** Until when the invitation can be accepted. Null if it was. */
	until: acceptedAt === null ? formatDay(invitedAt + invitationMs, locale) : null,
});
