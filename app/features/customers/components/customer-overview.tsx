import { href, Link } from "react-router";
import { ButtonLink } from "~/components/ui/button";
import { EmailAddress } from "~/components/ui/email-address";
import { TitledCard } from "~/components/ui/titled-card";
import type { ListedBillingEmail } from "~/features/billing-details/billing-email-view";
import { DeskFacts } from "~/features/desk/components/desk-facts";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import { formatCount } from "~/lib/format-count";
import type { BillingValues, NoteView, ProfileValues } from "../customer-view";
import { CustomerActionForms } from "./customer-action-forms";
import type { CustomerFrameData } from "./customer-frame";
import { CustomerNotes } from "./customer-notes";

export interface CustomerOverviewProps extends CustomerFrameData {
	profile: ProfileValues;
	billing: BillingValues;
	/** Addresses besides the account's that get its invoices. */
	billingEmails: readonly ListedBillingEmail[];
	notes: readonly NoteView[];
	/** Cursor of the next page of notes. */
	next: string | null;
	answer: DeskAnswer | undefined;
}

/** What staff need first: who the customer is, what they have and owe, notes, and what can be done. */
export function CustomerOverview(props: CustomerOverviewProps) {
	const { customer, permissions, billingEmails } = props;
	const { counts } = customer;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
			<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
				<TitledCard
					title="Account"
					beside={
						permissions.includes("customers.export") && (
							<ButtonLink
								variant="secondary"
								size="sm"
								download
								href={href("/desk/customers/:customerId/export", { customerId: customer.id })}
							>
								Export all data
							</ButtonLink>
						)
					}
				>
					<DeskFacts
						facts={[
							["Email", <EmailAddress key="email" address={customer.email} />],
							[
								"Address state",
								<span key="state" className={customer.isEmailDead ? "text-danger" : undefined}>
									{customer.emailState}
								</span>,
							],
							...billingEmails.map(
								({ id, email, state, isDead }) =>
									[
										"Invoices also to",
										<span key={id} className={isDead ? "text-danger" : undefined}>
											<EmailAddress address={email} /> · {state}
										</span>,
									] as const,
							),
							["Phone", customer.phone ?? "–"],
							["Company", customer.company ?? "–"],
							["KRA PIN", customer.taxPin ?? "–"],
							["Address", customer.address ?? "–"],
							["Country", customer.country],
							["Price list", customer.currency],
							["Customer since", customer.since],
							["Open", customer.open ?? "Nothing"],
							["Credit", customer.credit ?? "None"],
							[
								"Services",
								<span key="services">
									{`${formatCount(counts.domains, "domain")}, ${formatCount(counts.plans, "hosting plan")}, `}
									{permissions.includes("projects.view") && counts.projects > 0 ? (
										<Link className="link" to={`${href("/desk/projects")}?q=${encodeURIComponent(customer.email)}`}>
											{formatCount(counts.projects, "project")}
										</Link>
									) : (
										formatCount(counts.projects, "project")
									)}
								</span>,
							],
							["Two-step", customer.twoStep ? `On since ${customer.twoStep}` : "Off"],
							["Signed in", counts.sessions === 0 ? "Nowhere" : `On ${formatCount(counts.sessions, "device")}`],
							...(customer.mergedInto
								? [
										[
											"Merged into",
											<Link
												key="merged"
												className="link"
												to={href("/desk/customers/:customerId", { customerId: customer.mergedInto })}
											>
												{customer.mergedInto}
											</Link>,
										] as const,
									]
								: []),
							...(customer.closes ? [["Closes", customer.closes] as const] : []),
							["Id", <code key="id">{customer.id}</code>],
						]}
					/>
				</TitledCard>
				<CustomerNotes {...props} />
			</div>
			<CustomerActionForms {...props} />
		</div>
	);
}
