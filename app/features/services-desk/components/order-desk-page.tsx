import { href, Link } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { Alert } from "~/components/ui/alert";
import { Status } from "~/components/ui/status";
import { TitledCard } from "~/components/ui/titled-card";
import { cancelEffect, orderTones } from "~/features/billing-desk/components/billing-lists";
import { CustomerLink } from "~/features/desk/components/customer-link";
import { DeskFacts } from "~/features/desk/components/desk-facts";
import { DeskList } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { Permission } from "~/features/staff/permissions";
import type { OrderDeskView } from "../order-view";
import { JobList } from "./job-list";

interface OrderDeskPageProps {
	order: OrderDeskView;
	permissions: readonly Permission[];
	answer: DeskAnswer | undefined;
}

/** An order with its lines and jobs. Staff hold it, accept it, cancel it, and finish its work by hand. */
export function OrderDeskPage({ order, permissions, answer }: OrderDeskPageProps) {
	const { heldReason, invoice } = order;
	const fact = (term: string, value: string | null) => (value === null ? [] : [[term, value] as const]);
	return (
		<DeskPage
			title={`Order of invoice ${invoice.number}`}
			back={{ to: href("/desk/orders"), label: "Orders" }}
			actions={<Status tone={orderTones[order.status]}>{order.statusName}</Status>}
		>
			{answer?.intent === "retry-job" && <FormError failure={answer.failure} whole />}
			{heldReason !== null && (
				<Alert tone="pending" title="This order is on hold">
					<p className="wrap-anywhere">{heldReason}</p>
				</Alert>
			)}
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
				<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
					<TitledCard title="Order">
						<DeskFacts
							facts={[
								[
									"Customer",
									<CustomerLink
										key="customer"
										customer={order.customer}
										linked={permissions.includes("customers.view")}
									/>,
								],
								[
									"Invoice",
									permissions.includes("billing.view") ? (
										<Link
											key="invoice"
											className="link"
											to={href("/desk/invoices/:invoiceId", { invoiceId: invoice.id })}
										>
											{invoice.number}
										</Link>
									) : (
										invoice.number
									),
								],
								...fact("Placed", order.placed),
								...fact("Paid", order.paid),
								...fact("Done", order.fulfilled),
								...fact("Cancelled", order.cancelled),
								["Total", order.total],
								...fact("Promo code", order.promo),
								...fact("Deliver to", order.deliveredTo),
							]}
						/>
					</TitledCard>
					<DeskList
						label="Lines"
						rows={order.lines}
						next={null}
						columns={[
							{
								name: "Line",
								cell: ({ name, about }) => (
									<span className="row-name">
										<span className="row-text wrap-anywhere font-semibold">
											{name}
											{about && <span className="ms-2 text-sm font-normal text-muted">{about}</span>}
										</span>
									</span>
								),
							},
							{ name: "Quantity", place: "row-note", className: "md:text-end", cell: ({ quantity }) => quantity },
							{ name: "Amount", place: "row-meta", className: "text-end", cell: ({ amount }) => amount },
						]}
						empty={{ icon: "receipt", title: "", text: "" }}
					/>
					<JobList jobs={order.jobs} mayChange={permissions.includes("services.change")} answer={answer} />
				</div>
				{permissions.includes("orders.change") && <OrderActions order={order} answer={answer} />}
			</div>
		</DeskPage>
	);
}

function OrderActions({ order, answer }: Pick<OrderDeskPageProps, "order" | "answer">) {
	const { canHold, canCancel, heldReason, state } = order;
	if (!canHold && !canCancel && heldReason === null) return null;
	const of = (intent: string) => {
		const mine = answer?.intent === intent ? answer : undefined;
		return { change: { intent }, failure: mine?.failure, reason: mine?.values.reason?.[0] };
	};
	return (
		// Closed again after a change.
		<TitledCard key={`${state} ${heldReason}`} title="Change">
			{canHold && (
				<ReasonForm
					icon="pause"
					label="Hold"
					effect={
						state === "paid"
							? "Jobs that have not begun wait until you accept the order. The customer reads that we are checking it."
							: "The customer can still pay. Nothing is registered or set up until you accept the order."
					}
					{...of("hold")}
				/>
			)}
			{heldReason !== null && (
				<ReasonForm
					icon="check"
					label="Accept"
					effect={
						state === "paid" ? "Its jobs go on at once." : "It is set up as soon as the customer has paid, as usual."
					}
					{...of("accept")}
				/>
			)}
			{canCancel && <ReasonForm icon="x" label="Cancel the order" danger effect={cancelEffect} {...of("cancel")} />}
		</TitledCard>
	);
}
