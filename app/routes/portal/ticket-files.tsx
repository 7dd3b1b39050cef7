import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { Card } from "~/components/ui/card";
import { servicesContext } from "~/context";
import { UploadFile } from "~/features/files/components/upload-file";
import { incomingFile } from "~/lib/multipart";
import { failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer, customerOf, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/ticket-files";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Send a file") }];

export async function loader({ context, params: { ticketId } }: Route.LoaderArgs) {
	const [, found] = await asCustomer(context, ({ tickets }, owner) => tickets.find(owner, ticketId));
	const { id, subject } = (found ?? notFound()).ticket;
	return { ticketId: id, subject };
}

/** Uploads without script. */
export async function action({ context, params: { ticketId }, request }: Route.ActionArgs) {
	const sender = { owner: ownerOf(context), customer: await customerOf(context) };
	const done = await context.get(servicesContext).tickets.addFile(sender, ticketId, await incomingFile(request));
	return done.ok ? redirect(href("/dashboard/support/:ticketId", { ticketId })) : failureOrNotFound(done.error);
}

export default function TicketFiles({ loaderData: { ticketId, subject }, actionData }: Route.ComponentProps) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading
				title="Send a file"
				lead={subject}
				back={{ to: href("/dashboard/support/:ticketId", { ticketId }), label: "Ticket" }}
			/>
			<Card className="max-w-3xl">
				<UploadFile
					page={href("/dashboard/support/:ticketId/files", { ticketId })}
					to={href("/dashboard/support/:ticketId/upload", { ticketId })}
					failure={actionData?.failure}
				/>
			</Card>
		</div>
	);
}
