import { href, redirect } from "react-router";
import { z } from "zod";
import { pageTitle } from "~/components/layout/page-title";
import { BackLink } from "~/components/ui/back-link";
import { Button, ButtonLink } from "~/components/ui/button";
import { Heading } from "~/components/ui/heading";
import { TitledSection } from "~/components/ui/titled-section";
import { servicesContext } from "~/context";
import { linksIn } from "~/features/email/links";
import { formatMoment, kenya } from "~/lib/dates";
import { readForm } from "~/lib/form-data";
import { notFound } from "~/lib/responses";
import { devInbox } from "~/middleware/dev-inbox";
import type { Route } from "./+types/inbox-message";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: pageTitle(loaderData?.subject ?? "Inbox") }];

const reportSchema = z.object({ reason: z.enum(["bounced", "complained"]) });

export async function loader({ context, params }: Route.LoaderArgs) {
	const email = (await devInbox(context).find(params.messageId)) ?? notFound();
	const { id, sender, recipient, replyTo, subject, text, createdAt } = email;
	const reply = { from: recipient, to: replyTo ?? "", subject: `Re: ${subject.replace(/^Re: /, "")}` };
	const at = formatMoment(createdAt, kenya);
	return { id, sender, recipient, subject, text, at, reply, links: linksIn(text) };
}

/** What the recipient's mail service reports. Returns to the inbox. */
export async function action({ context, params, request }: Route.ActionArgs) {
	const email = (await devInbox(context).find(params.messageId)) ?? notFound();
	const { reason } = reportSchema.parse(Object.fromEntries(await readForm(request)));
	await context.get(servicesContext).undeliverable.report({ email: email.recipient, reason });
	return redirect(href("/dev/inbox"));
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
			<TitledSection title="What its recipient does">
				<form method="post" className="flex flex-wrap gap-3">
					<Button type="submit" name="reason" value="bounced" variant="secondary">
						Reject it
					</Button>
					<Button type="submit" name="reason" value="complained" variant="secondary">
						Mark as spam
					</Button>
					<ButtonLink variant="secondary" href={`${href("/dev/email")}?${new URLSearchParams(email.reply)}`}>
						Reply
					</ButtonLink>
				</form>
			</TitledSection>
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
