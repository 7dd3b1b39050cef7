import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { BackLink } from "~/components/ui/back-link";
import { Heading } from "~/components/ui/heading";
import { TitledSection } from "~/components/ui/titled-section";
import { linksIn } from "~/features/email/links";
import { formatMoment, kenya } from "~/lib/dates";
import { notFound } from "~/lib/responses";
import { devInbox } from "~/middleware/dev-inbox";
import type { Route } from "./+types/inbox-message";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: pageTitle(loaderData?.subject ?? "Inbox") }];

export async function loader({ context, params }: Route.LoaderArgs) {
	const email = (await devInbox(context).find(params.messageId)) ?? notFound();
	const { id, sender, recipient, subject, text, createdAt } = email;
	const at = formatMoment(createdAt, kenya);
	return { id, sender, recipient, subject, text, at, links: linksIn(text) };
}

/** One email: its links first, which are easy to tap on a phone, then its HTML and text parts. */
export default function InboxMessage({ loaderData: email }: Route.ComponentProps) {
	return (
		<main id="main" className="page-column grid gap-6 py-8 sm:py-12">
			<div className="grid gap-1">
				<BackLink to={href("/dev/inbox")} reloadDocument>
					All emails
				</BackLink>
				<header className="grid gap-3">
					<Heading level={1} size="md">
						{email.subject}
					</Heading>
					<dl className="grid grid-cols-[auto_1fr] gap-x-4 text-sm wrap-anywhere">
						<Row name="From" value={email.sender} />
						<Row name="To" value={email.recipient} />
						<Row name="Sent" value={email.at} />
					</dl>
				</header>
			</div>
			{email.links.length > 0 && (
				<TitledSection title="Links">
					<ul className="grid gap-1">
						{email.links.map((link) => (
							<li key={link}>
								<a href={link} className="link-alone wrap-anywhere">
									{link}
								</a>
							</li>
						))}
					</ul>
				</TitledSection>
			)}
			<iframe
				title="The email as an email app shows it"
				src={href("/dev/inbox/:messageId/html", { messageId: email.id })}
				sandbox="allow-popups allow-popups-to-escape-sandbox"
				className="h-[56rem] w-full rounded-card border border-line bg-paper"
			/>
			<TitledSection title="Text part">
				<pre className="rounded-card border border-line bg-surface p-5 text-sm whitespace-pre-wrap wrap-anywhere">
					{email.text}
				</pre>
			</TitledSection>
		</main>
	);
}

function Row({ name, value }: { name: string; value: string }) {
	return (
		<>
			<dt className="text-muted">{name}</dt>
			<dd>{value}</dd>
		</>
	);
}
