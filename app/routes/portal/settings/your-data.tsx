import { Form, href, useRouteLoaderData } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { Alert } from "~/components/ui/alert";
import { Button } from "~/components/ui/button";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import { servicesContext } from "~/context";
import { settingsMessages } from "~/features/accounts/profile";
import { graceDays } from "~/features/closing/closing";
import { failureData } from "~/lib/responses";
import { ownerOf } from "~/middleware/as-customer";
import { redirectWith } from "~/middleware/redirect-with";
import type { Route } from "./+types/your-data";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Your data") }];

/** Cancels the closing of an account. The banner on every portal page submits here. */
export async function action({ context, url }: Route.ActionArgs) {
	const kept = await context.get(servicesContext).closing.keep(ownerOf(context));
	return kept.ok ? redirectWith(context, url.pathname, { message: settingsMessages.kept }) : failureData(kept.error);
}

export default function YourData({ actionData }: Route.ComponentProps) {
	const closes = useRouteLoaderData<{ closes: string | null }>("routes/portal/layout")?.closes;
	return (
		<>
			{actionData?.failure && <Alert tone="danger" role="alert" title={actionData.failure.message} />}
			<TitledCard
				title="Download my data"
				lead="A ZIP file with everything we store about you: account, sign-ins, domains and their records, hosting, projects with their files, orders, invoices, payments, messages and history, as JSON."
				className="max-w-3xl"
			>
				<Form method="post" action="download" reloadDocument>
					<Button type="submit" variant="secondary">
						Download ZIP
					</Button>
				</Form>
			</TitledCard>
			{!closes && (
				<TitledCard
					title="Delete my account"
					lead={`Your account closes ${graceDays} days after you ask for it. Until then you can change your mind. The next page explains what happens to your domains, hosting and invoices.`}
					className="max-w-3xl"
				>
					<RouteButton
						to={href("/dashboard/account-settings/your-data/delete")}
						variant="secondary"
						className="justify-self-start"
					>
						Delete my account
					</RouteButton>
				</TitledCard>
			)}
		</>
	);
}
