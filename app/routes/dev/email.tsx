import { data, href } from "react-router";
import { z } from "zod";
import { brand } from "~/brand";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { TextareaField } from "~/components/forms/textarea-field";
import { pageTitle } from "~/components/layout/page-title";
import { Alert } from "~/components/ui/alert";
import { BackLink } from "~/components/ui/back-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import { servicesContext } from "~/context";
import { email } from "~/features/accounts/account.schema";
import { composeEmail } from "~/features/tickets/compose-email";
import { paramsOf } from "~/lib/address";
import { requiredLine } from "~/lib/fields.schema";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureStatus } from "~/lib/result";
import { devInbox } from "~/middleware/dev-inbox";
import type { Route } from "./+types/email";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Send an email") }];

const names = ["from", "to", "subject", "text", "authenticated"] as const;

const line = requiredLine("Enter something.", 254);
const schema = z.object({
	from: email,
	to: line,
	subject: line,
	text: z.string().max(20_000),
	authenticated: z.literal("on").optional(),
});

export function loader({ context, url }: Route.LoaderArgs) {
	devInbox(context);
	const given = paramsOf(url);
	return { values: { to: brand.emails.support, authenticated: "on", ...given } as Record<string, string> };
}

/** Sends an email to the Worker as Email Routing would. */
export async function action({ context, request }: Route.ActionArgs) {
	devInbox(context);
	const form = await readForm(request);
	const values: Record<string, string> = textFields(form, names, 20_000);
	const input = parse(schema, Object.fromEntries(form));
	if (!input.ok)
		return data({ values, failure: input.error, received: null }, { status: failureStatus[input.error.kind] });
	const { emailIn } = context.get(servicesContext);
	const { from, to } = input.value;
	const raw = composeEmail({ ...input.value, isAuthenticated: input.value.authenticated === "on" });
	const bytes = new TextEncoder().encode(raw);
	const received = await emailIn.receive({ from, to, raw: new Blob([bytes]).stream(), size: bytes.length });
	return { values, failure: undefined, received };
}

/** Plays a customer's mail program. Works without script. */
export default function SendEmail({ loaderData, actionData }: Route.ComponentProps) {
	const { values, failure, received = null } = actionData ?? { values: loaderData.values };
	const field = (name: (typeof names)[number]) => ({
		name,
		defaultValue: values[name] ?? "",
		error: failure?.fields?.[name],
	});
	return (
		<main id="main" className="page-column grid max-w-3xl gap-6 py-8 sm:py-12">
			<div className="grid gap-1">
				<BackLink to={href("/dev/inbox")} reloadDocument>
					Inbox
				</BackLink>
				<Heading level={1} dot>
					Send an email
				</Heading>
				<p className="text-muted">As a customer or a stranger would, to an address of the shop.</p>
			</div>
			{received && (
				<Alert tone={received.state === "rejected" ? "danger" : "success"} title={`The email was ${received.state}.`}>
					{"reason" in received && received.reason}
					{"ticketId" in received && (
						<a className="link" href={href("/desk/tickets/:ticketId", { ticketId: received.ticketId })}>
							Open the ticket at the desk
						</a>
					)}
				</Alert>
			)}
			<Card>
				<form method="post" action={href("/dev/email")} className="grid gap-5">
					<FormError failure={failure} />
					<Field label="From" type="email" required maxLength={254} {...field("from")} />
					<Field
						label="To"
						required
						maxLength={254}
						hint="To answer one of our emails, use its reply address."
						{...field("to")}
					/>
					<Field label="Subject" required maxLength={254} {...field("subject")} />
					<TextareaField label="Text" rows={8} maxLength={20_000} {...field("text")} />
					<CheckboxField
						label="The sender's domain has signed it"
						name="authenticated"
						defaultChecked={values.authenticated === "on"}
					/>
					<div>
						<Button type="submit">Send</Button>
					</div>
				</form>
			</Card>
		</main>
	);
}
