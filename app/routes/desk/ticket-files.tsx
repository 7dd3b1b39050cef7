import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { Card } from "~/components/ui/card";
import { servicesContext } from "~/context";
import { DeskPage } from "~/features/desk/components/desk-page";
import { UploadFile } from "~/features/files/components/upload-file";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { incomingFile } from "~/lib/multipart";
import { notFound } from "~/lib/responses";
import { asStaff, staffSender } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/ticket-files";

export const handle = {
	desk: { view: "tickets.reply", actions: { upload: "tickets.reply" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Send a file") }];

export async function loader({ context, params: { ticketId } }: Route.LoaderArgs) {
	const [, found] = await asStaff(context, handle, ({ ticketsDesk }, session) => ticketsDesk.find(session, ticketId));
	const { id, subject } = (found ?? notFound()).ticket;
	return { ticketId: id, subject };
}

/** Uploads without script. */
export async function action({ context, params: { ticketId }, request }: Route.ActionArgs) {
	const agent = await staffSender(context, handle, "upload");
	const { ticketsDesk } = context.get(servicesContext);
	const done = await ticketsDesk.addFile(agent, ticketId, await incomingFile(request));
	const page = { pathname: href("/desk/tickets/:ticketId", { ticketId }), search: "" };
	return done.ok ? deskDone(context, page, "Sent the file.") : deskFailure(done.error);
}

export default function TicketFiles({ loaderData: { ticketId, subject }, actionData }: Route.ComponentProps) {
	return (
		<DeskPage
			title="Send a file"
			lead={subject}
			back={{ to: href("/desk/tickets/:ticketId", { ticketId }), label: "Ticket" }}
		>
			<Card className="max-w-3xl">
				<UploadFile
					page={href("/desk/tickets/:ticketId/files", { ticketId })}
					to={href("/desk/tickets/:ticketId/upload", { ticketId })}
					failure={actionData?.failure}
				/>
			</Card>
		</DeskPage>
	);
}
