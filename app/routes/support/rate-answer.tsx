import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { NarrowPage } from "~/components/layout/narrow-page";
import { pageTitle } from "~/components/layout/page-title";
import { Alert } from "~/components/ui/alert";
import { servicesContext } from "~/context";
import { RatingFields } from "~/features/tickets/components/rating-fields";
import { longestRatingComment } from "~/features/tickets/rating";
import { ratingSchema } from "~/features/tickets/tickets.schema";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import type { Route } from "./+types/rate-answer";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Rate our answer") },
	{ name: "description", content: "Tell us how our answer to your message was." },
	{ name: "robots", content: "noindex" },
];

const tokenOf = (url: URL) => url.searchParams.get("token") ?? "";

/** Doesn't rate yet, because mail scanners open links too. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const found = await context.get(servicesContext).ticketRatings.find(tokenOf(url));
	if (!found.ok) return { ticket: null, failure: found.error };
	const { number, rating, ratingComment } = found.value;
	return { ticket: { number, rating, comment: ratingComment ?? "" }, failure: null };
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const form = await readForm(request);
	const values = () => textFields(form, ["rating", "comment"], 2 * longestRatingComment);
	const input = parse(ratingSchema, Object.fromEntries(form));
	if (!input.ok) return failureData(input.error, values());
	const rated = await context.get(servicesContext).ticketRatings.rate(tokenOf(url), input.value);
	return rated.ok ? { isRated: true } : failureData(rated.error, values());
}

export default function RateAnswer({ loaderData: { ticket, failure }, actionData }: Route.ComponentProps) {
	const refused = actionData && "failure" in actionData ? actionData : undefined;
	const isRated = actionData !== undefined && "isRated" in actionData;
	return (
		<NarrowPage title="Rate our answer" lead={ticket && `Your ticket ${ticket.number}.`}>
			{isRated ? (
				<Alert tone="success" role="status" title="Thank you for your rating.">
					You can change it with the same link.
				</Alert>
			) : ticket ? (
				<form method="post" className="grid gap-4">
					<FormError failure={refused?.failure} />
					<RatingFields
						rating={refused?.values?.rating ?? ticket.rating}
						comment={refused?.values?.comment ?? ticket.comment}
						failure={refused?.failure}
					/>
					<div>
						<SubmitButton>Send rating</SubmitButton>
					</div>
				</form>
			) : (
				<FormError whole failure={failure} />
			)}
		</NarrowPage>
	);
}
