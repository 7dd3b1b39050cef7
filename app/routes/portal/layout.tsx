import { useMemo } from "react";
import { data, href, Outlet } from "react-router";
import { useErrorFrame } from "~/components/layout/error-frame";
import { PageError } from "~/components/layout/portal/page-error";
import { PortalLayout } from "~/components/layout/portal/portal-layout";
import { servicesContext } from "~/context";
import { initials } from "~/features/accounts/initials";
import { portalAnnouncements } from "~/features/catalog/announcements";
import { listNotification } from "~/features/notifications/list-notification";
import { type ActingRole, mayWhileActing } from "~/lib/acting";
import { formatDay, formatMoment, kenya, monthOf } from "~/lib/dates";
import { clearFlash, readFlash } from "~/lib/flash";
import { asCustomer } from "~/middleware/as-customer";
import { requireCustomer } from "~/middleware/require-customer";
import { settingsTabs } from "~/portal-pages";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [requireCustomer];

export async function loader({ context, request }: Route.LoaderArgs) {
	const [customer, [domains, projects, unread, newest]] = await asCustomer(context, (services, owner) =>
		Promise.all([
			services.portfolio.counts(owner),
			services.projects.counts(owner),
			services.notifications.unread(owner),
			services.notifications.newest(owner, 5),
		]),
	);
	const { clock, config } = context.get(servicesContext);
	const flash = readFlash(config.APP_ORIGIN, request.headers.get("Cookie"));
	const now = clock();
	const name = `${customer.firstName} ${customer.lastName}`;
	const frame = {
		account: customer.id,
		name,
		email: customer.email,
		initials: initials(customer),
		badges: { domains: domains.all, projects: projects.total },
		unread,
		notifications: newest.map((notification) => listNotification(notification, customer, now)),
		year: monthOf(now, customer.timezone).slice(0, 4),
		closes: customer.closesAt === null ? null : formatDay(customer.closesAt, customer),
		acting: customer.acting && {
			role: customer.acting.role,
			name: customer.acting.role === "staff" ? name : (customer.company ?? name),
			settings: visibleSettings(customer.acting.role),
			until:
				"until" in customer.acting
					? { text: formatMoment(customer.acting.until, kenya), ms: customer.acting.until }
					: null,
		},
		announcements: portalAnnouncements(now),
		flash,
	};
	return data(frame, flash ? { headers: clearFlash(config.APP_ORIGIN) } : undefined);
}

const visibleSettings = (role: ActingRole) =>
	settingsTabs.filter(({ href }) => mayWhileActing(role, "GET", href)).map(({ href }) => href);

export default function Portal({ loaderData }: Route.ComponentProps) {
	const errorFrame = useMemo(
		() => ({
			pathPrefix: href("/dashboard"),
			render: (error: unknown) => (
				<PortalLayout frame={{ ...loaderData, flash: null }}>
					<PageError error={error} />
				</PortalLayout>
			),
		}),
		[loaderData],
	);
	useErrorFrame(errorFrame);
	return (
		<PortalLayout frame={loaderData}>
			<Outlet />
		</PortalLayout>
	);
}
