import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { ButtonLink } from "~/components/ui/button";
import { ListCard } from "~/components/ui/list-card";
import { RecordTable } from "~/components/ui/record-table";
import { DeskPage } from "~/features/desk/components/desk-page";
import { overdueView } from "~/features/reports/reports-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/open-invoices";

export const handle = { desk: { view: "reports.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Open invoices") }];

export async function loader({ context }: Route.LoaderArgs) {
	const [, rows] = await asStaff(context, handle, ({ reports }, session) => reports.overdue(session));
	return { ages: overdueView(rows) };
}

const amount = "text-end tabular-nums whitespace-nowrap";

export default function OpenInvoices({ loaderData }: Route.ComponentProps) {
	return (
		<DeskPage
			title="Open invoices"
			lead="What customers owe, by how long it is overdue, with the number of invoices."
			actions={
				<ButtonLink href={`${href("/desk/invoices")}?state=overdue`} variant="secondary" size="sm">
					Overdue invoices
				</ButtonLink>
			}
		>
			<ListCard>
				<RecordTable
					caption="Open invoices"
					rows={loaderData.ages}
					columns={[
						{ name: "Age", cell: ({ name }) => <span className="font-semibold">{name}</span> },
						{ name: "Shillings", className: amount, cell: ({ shillings }) => shillings },
						{ name: "Dollars", className: amount, cell: ({ dollars }) => dollars },
					]}
				/>
			</ListCard>
		</DeskPage>
	);
}
