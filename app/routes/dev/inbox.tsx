import { data, href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Heading } from "~/components/ui/heading";
import { servicesContext } from "~/context";
import { demoStaff, demoStaffCode } from "~/features/staff/demo-sign-in";
import { formatMoment, kenya } from "~/lib/dates";
import { devInbox } from "~/middleware/dev-inbox";
import type { Route } from "./+types/inbox";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Inbox") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const live = url.searchParams.has("live");
	const emails = await devInbox(context).list();
	const entries = emails.map(({ id, recipient, subject, createdAt }) => ({
		id,
		recipient,
		subject,
		at: formatMoment(createdAt, kenya),
	}));
	const { email, password } = demoStaff;
	const desk = { email, password, code: demoStaffCode(context.get(servicesContext).clock()) };
	return data({ live, entries, desk }, { headers: live ? { Refresh: "3" } : {} });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
	return loaderHeaders;
}

/** The local inbox. Works without script. `?live` reloads it every three seconds. */
export default function Inbox({ loaderData: { live, entries, desk } }: Route.ComponentProps) {
	const address = href("/dev/inbox");
	return (
		<main id="main" className="page-column grid gap-6 py-8 sm:py-12">
			<header className="flex flex-wrap items-end justify-between gap-4">
				<div className="grid gap-1">
					<Heading level={1} dot>
						Inbox
					</Heading>
					<p className="text-muted">Emails stored on this machine. None were sent.</p>
				</div>
				<div className="flex flex-wrap gap-3">
					<ButtonLink href={address} variant={live ? "quiet" : "secondary"}>
						{live ? "Stop refreshing" : "Refresh"}
					</ButtonLink>
					<ButtonLink href={href("/dev/email")} variant="quiet">
						Send an email
					</ButtonLink>
					{!live && (
						<ButtonLink href={`${address}?live`} variant="quiet">
							Keep refreshing
						</ButtonLink>
					)}
				</div>
			</header>
			<p className="text-muted">
				<a href={href("/desk/sign-in")} className="link">
					Desk
				</a>
				: {desk.email}, password <code>{desk.password}</code>, code <code>{desk.code}</code>. Reload for a newer code.
			</p>
			{entries.length === 0 ? (
				<EmptyState icon="mail" title="No emails yet">
					Register, send the contact form or pay for an order. The email shows up here within seconds.
				</EmptyState>
			) : (
				<ol className="grid gap-px overflow-clip rounded-card border border-line bg-line">
					{entries.map(({ id, recipient, subject, at }) => (
						<li key={id} className="bg-surface hover:bg-lake-wash">
							<a
								href={href("/dev/inbox/:messageId", { messageId: id })}
								className="grid min-h-11 gap-x-6 gap-y-0.5 px-5 py-3 text-ink no-underline sm:grid-cols-[1fr_auto]"
							>
								<span className="font-semibold wrap-anywhere">{subject}</span>
								<span className="text-sm text-muted sm:text-end">{at}</span>
								<span className="text-sm text-muted wrap-anywhere">{recipient}</span>
							</a>
						</li>
					))}
				</ol>
			)}
		</main>
	);
}
