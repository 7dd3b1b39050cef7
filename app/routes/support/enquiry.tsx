import { data, href, redirect } from "react-router";
import { NarrowPage } from "~/components/layout/narrow-page";
import { pageTitle } from "~/components/layout/page-title";
import { clientContext, servicesContext, viewerContext } from "~/context";
import { EnquiryForm } from "~/features/support/components/enquiry-form";
import { type EnquiryKind, enquiryLimits, isEnquiryKind } from "~/features/support/enquiry";
import { enquiryFields, enquirySchemas } from "~/features/support/enquiry.schema";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, notFound } from "~/lib/responses";
import type { Route } from "./+types/enquiry";

const pages: Readonly<Record<EnquiryKind, { title: string; lead: string }>> = {
	contact: { title: "Write to us", lead: "We reply by email, seven days a week." },
	quote: { title: "Request a quote", lead: "Tell us what you need. We'll reply with a price and a date." },
	"custom-plan": { title: "Request a custom plan", lead: "For resellers who need more than our three plans." },
	transfer: {
		title: "Let us move your domains",
		lead: "Have many domains, or a transfer that's stuck? Tell us which ones and we'll help.",
	},
};

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = ({ loaderData }) => {
	const { title, lead } = pages[loaderData?.kind ?? "contact"];
	return [{ title: pageTitle(title) }, { name: "description", content: lead }, { name: "robots", content: "noindex" }];
};

const kindOf = (text: string): EnquiryKind => (isEnquiryKind(text) ? text : notFound());

export function loader({ params, url, context }: Route.LoaderArgs) {
	const topic = url.searchParams.get("about") ?? undefined;
	return { kind: kindOf(params.kind), topic, formToken: context.get(servicesContext).support.formToken() };
}

/** For forms sent without script. islands/enquiry-form.ts uses the API instead. */
export async function action({ request, params, context }: Route.ActionArgs) {
	const kind = kindOf(params.kind);
	const form = await readForm(request);
	const values = textFields(form, enquiryFields, 2 * enquiryLimits.message);
	const input = parse(enquirySchemas[kind], Object.fromEntries(form));
	if (!input.ok) return failureData(input.error, values);
	const customer = await context.get(viewerContext).customer();
	const { support } = context.get(servicesContext);
	const sent = await support.send(kind, input.value, {
		client: context.get(clientContext),
		customer,
		isHtmlForm: true,
	});
	if (sent.ok) return redirect(`${href("/enquiries/sent")}?number=${sent.value.reference}`);
	// Not an error: after too many forms without a form token, the customer has to submit again with one.
	if (sent.error.code === "unconfirmed") return data({ failure: sent.error, values });
	return failureData(sent.error, values);
}

export default function Enquiry({ loaderData: { kind, topic, formToken }, actionData }: Route.ComponentProps) {
	const { failure, values } = actionData ?? {};
	const sentToken = failure?.code === "unconfirmed" ? undefined : values?.stamp;
	return (
		<NarrowPage {...pages[kind]}>
			<EnquiryForm
				kind={kind}
				formToken={sentToken || formToken}
				failure={failure}
				values={values ?? { topic }}
				sentLevel={2}
			/>
		</NarrowPage>
	);
}
