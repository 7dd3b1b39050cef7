import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EnquirySent } from "~/features/support/components/enquiry-sent";
import { ticketNumberPattern } from "~/features/tickets/ticket";
import type { Route } from "./+types/sent";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Message sent") },
	{ name: "description", content: "We received your message and will reply by email." },
	{ name: "robots", content: "noindex" },
];

export function loader({ url }: Route.LoaderArgs) {
	const reference = url.searchParams.get("number") ?? "";
	if (!ticketNumberPattern.test(reference)) throw redirect(href("/contact"));
	return { reference };
}

/** Confirmation page for forms sent without script. */
export default function Sent({ loaderData: { reference } }: Route.ComponentProps) {
	return (
		<div className="page-column grid max-w-measure gap-6 py-8 sm:py-16">
			<Card chosen className="pt-8 sm:pt-9">
				<EnquirySent level={1} reference={reference} />
			</Card>
			<ButtonLink href={href("/")} variant="secondary" className="justify-self-start">
				Back to the home page
			</ButtonLink>
		</div>
	);
}
