import type { ReactNode } from "react";
import { href, useLocation } from "react-router";
import { EmailAddress } from "~/components/ui/email-address";
import { LinkTabs } from "~/components/ui/link-tabs";
import { Status } from "~/components/ui/status";
import { DeskPage } from "~/features/desk/components/desk-page";
import type { Permission } from "~/features/staff/permissions";
import { accountStatusLabels } from "../customer-labels";
import type { CustomerView } from "../customer-view";

/** What all pages of a customer share. */
export interface CustomerFrameData {
	readonly customer: CustomerView;
	/** What the person at the desk may do. */
	readonly permissions: readonly Permission[];
}

interface CustomerFrameProps extends CustomerFrameData {
	children: ReactNode;
}

/** The name of a customer and the tabs of their pages that the person may see. */
export function CustomerFrame({ customer, permissions, children }: CustomerFrameProps) {
	const { pathname } = useLocation();
	const params = { customerId: customer.id };
	const tabs = [
		{ label: "Overview", to: href("/desk/customers/:customerId", params), needs: "customers.view" },
		{ label: "Services", to: href("/desk/customers/:customerId/services", params), needs: "services.view" },
		{ label: "Invoices", to: href("/desk/customers/:customerId/invoices", params), needs: "billing.view" },
		{ label: "Payments and credit", to: href("/desk/customers/:customerId/payments", params), needs: "billing.view" },
		{ label: "Order", to: href("/desk/customers/:customerId/order", params), needs: "orders.view" },
		{ label: "Emails", to: href("/desk/customers/:customerId/emails", params), needs: "customers.view" },
		{ label: "Sign-ins", to: href("/desk/customers/:customerId/sign-ins", params), needs: "customers.view" },
		{ label: "Tickets", to: href("/desk/customers/:customerId/tickets", params), needs: "tickets.view" },
		{ label: "Files", to: href("/desk/customers/:customerId/files", params), needs: "customers.view" },
		{ label: "Activity", to: href("/desk/customers/:customerId/activity", params), needs: "customers.view" },
	] as const;
	const { text, tone } = accountStatusLabels[customer.status];
	return (
		<DeskPage
			title={customer.name || customer.email}
			back={{ to: href("/desk/customers"), label: "Customers" }}
			actions={<Status tone={tone}>{text}</Status>}
			lead={
				<>
					<EmailAddress address={customer.email} />
					{[customer.phone, customer.company].flatMap((fact) => (fact ? [` · ${fact}`] : []))}
				</>
			}
		>
			<LinkTabs
				label="Customer"
				tabs={tabs
					.filter(({ needs }) => permissions.includes(needs))
					.map(({ label, to }) => ({ id: to, label, href: to }))}
				current={pathname.replace(/\/$/, "")}
			/>
			{children}
		</DeskPage>
	);
}
