import { index, layout, prefix, type RouteConfig, route } from "@react-router/dev/routes";

export default [
	layout("routes/storefront/layout.tsx", [
		// Static pages. Also list them in static-paths.ts.
		index("routes/storefront/home.tsx"),
		route("domains", "routes/storefront/domains.tsx"),
		route("hosting", "routes/storefront/hosting.tsx"),
		route("hosting/web", "routes/storefront/hosting-web.tsx"),
		route("hosting/vps", "routes/storefront/hosting-vps.tsx"),
		route("hosting/reseller", "routes/storefront/hosting-reseller.tsx"),
		route("pricing", "routes/storefront/pricing.tsx"),
		route("services", "routes/storefront/services.tsx"),
		route("security", "routes/storefront/security.tsx"),
		route("scaling", "routes/storefront/scaling.tsx"),
		route("developer", "routes/storefront/developer.tsx"),
		route("support", "routes/storefront/support.tsx"),
		route("contact", "routes/storefront/contact.tsx"),
		route("terms", "routes/storefront/terms.tsx"),
		route("privacy", "routes/storefront/privacy.tsx"),

		// Rendered per request.
		route("transfer", "routes/cart/transfer.tsx"),
		route("select-domain", "routes/cart/select-domain.tsx"),
		route("register", "routes/auth/register.tsx"),
		route("verify-email", "routes/auth/verify-email.tsx"),
		route("login", "routes/auth/login.tsx"),
		route("confirm-email", "routes/auth/confirm-email.tsx"),
		route("forgot-password", "routes/auth/forgot-password.tsx"),
		route("reset-password", "routes/auth/reset-password.tsx"),
		route("logout", "routes/auth/logout.tsx"),
		route("unsubscribe", "routes/site/unsubscribe.tsx"),
		route("status", "routes/storefront/status.tsx"),
		route("domains/search", "routes/domains/search.tsx"),
		route("enquiries/sent", "routes/support/sent.tsx"),
		route("enquiries/:kind", "routes/support/enquiry.tsx"),
	]),

	layout("routes/portal/layout.tsx", [
		// Has the error boundary that keeps the portal layout.
		layout("routes/portal/pages.tsx", [
			...prefix("dashboard", [
				index("routes/portal/overview.tsx"),
				route("domains", "routes/portal/domains.tsx"),
				route("domains/export.csv", "routes/portal/domains-export.ts"),
				route("domains/register", "routes/portal/register-domain.tsx"),
				route("domains/offers/:pushId", "routes/portal/domain-offer.tsx"),
				route("domains/selected", "routes/portal/selected-domains.tsx"),
				route("domains/:domainId/dns/export", "routes/portal/domain-dns-export.ts"),
				// Layouts without a path, because React Router submits forms below a layout with a path to `?index`.
				layout("routes/portal/domain.tsx", [
					...prefix("domains/:domainId", [
						route("", "routes/portal/domain-overview.tsx"),
						route("dns", "routes/portal/domain-dns.tsx"),
						route("dns/import", "routes/portal/domain-dns-import.tsx"),
						route("dns/templates", "routes/portal/domain-dns-templates.tsx"),
						route("nameservers", "routes/portal/domain-nameservers.tsx"),
						route("forwarding", "routes/portal/domain-forwarding.tsx"),
						route("contacts", "routes/portal/domain-contacts.tsx"),
						route("auth-code", "routes/portal/domain-auth-code.tsx"),
						route("push", "routes/portal/domain-push.tsx"),
						route("delete", "routes/portal/domain-delete.tsx"),
					]),
				]),
				route("hosting", "routes/portal/hosting.tsx"),
				route("hosting/add", "routes/portal/add-hosting.tsx"),
				route("hosting/:planId/change", "routes/portal/change-hosting.tsx"),
				route("hosting/:planId/manage", "routes/portal/manage-hosting.tsx"),
				route("projects", "routes/portal/projects.tsx"),
				route("projects/new", "routes/portal/new-project.tsx"),
				route("projects/:projectId/edit", "routes/portal/edit-project.tsx"),
				route("projects/:projectId/files", "routes/portal/project-files.tsx"),
				route("projects/:projectId/files/:fileId", "routes/portal/download-file.ts"),
				route("projects/:projectId/upload", "routes/portal/upload-file.ts"),
				route("support", "routes/portal/tickets.tsx"),
				route("support/new", "routes/portal/new-ticket.tsx"),
				route("support/:ticketId", "routes/portal/ticket.tsx"),
				route("cart", "routes/portal/cart.tsx"),
				route("search", "routes/portal/search.tsx"),
				route("search/hits", "routes/portal/search-hits.ts"),
				route("notifications", "routes/portal/notifications.tsx"),
				route("stop", "routes/portal/stop-acting.ts"),
				route("confirm", "routes/portal/confirm.tsx"),
				layout("routes/portal/settings/layout.tsx", [
					...prefix("account-settings", [
						route("", "routes/portal/settings/profile.tsx"),
						route("email", "routes/portal/settings/email.tsx"),
						route("security", "routes/portal/settings/security.tsx"),
						route("security/passkeys", "routes/portal/settings/passkeys.tsx"),
						route("security/two-factor", "routes/portal/settings/two-factor.tsx"),
						route("notifications", "routes/portal/settings/notifications.tsx"),
						route("billing", "routes/portal/settings/billing.tsx"),
						route("activity", "routes/portal/settings/activity.tsx"),
						route("your-data", "routes/portal/settings/your-data.tsx"),
						route("your-data/delete", "routes/portal/settings/close-account.tsx"),
						route("your-data/download", "routes/portal/settings/download-data.ts"),
					]),
				]),
				route("invoices", "routes/portal/invoices.tsx"),
				route("invoices.csv", "routes/portal/invoices-csv.ts"),
				route("invoices/:invoiceId", "routes/portal/invoice.tsx"),
				route("invoices/:invoiceId/pdf", "routes/portal/invoice-pdf.ts"),
				route("*", "routes/portal/unknown.tsx"),
			]),
		]),
	]),

	// The team's desk. Every other address below /desk is a 404 without a session of the desk.
	route("desk/sign-in", "routes/desk/sign-in.tsx"),
	route("desk/invitation", "routes/desk/invitation.tsx"),
	route("desk/sign-out", "routes/desk/sign-out.tsx"),
	layout("routes/desk/layout.tsx", [
		// Has the error boundary that keeps the layout of the desk.
		layout("routes/desk/pages.tsx", [
			route("desk", "routes/desk/today.tsx"),
			...prefix("desk", [
				route("customers", "routes/desk/customers.tsx"),
				route("customers/:customerId/export", "routes/desk/customer-export.ts"),
				// Layouts without a path, because React Router submits forms below a layout with a path to `?index`.
				layout("routes/desk/customer.tsx", [
					...prefix("customers/:customerId", [
						route("", "routes/desk/customer-overview.tsx"),
						route("services", "routes/desk/customer-services.tsx"),
						route("invoices", "routes/desk/customer-invoices.tsx"),
						route("payments", "routes/desk/customer-payments.tsx"),
						route("emails", "routes/desk/customer-emails.tsx"),
						route("emails/:emailId", "routes/desk/customer-email.tsx"),
						route("sign-ins", "routes/desk/customer-sign-ins.tsx"),
						route("tickets", "routes/desk/customer-tickets.tsx"),
						route("activity", "routes/desk/customer-activity.tsx"),
					]),
				]),
				route("tickets", "routes/desk/tickets.tsx"),
				route("tickets/:ticketId", "routes/desk/ticket.tsx"),
				route("domains", "routes/desk/domains.tsx"),
				route("domains/selected", "routes/desk/selected-domains.tsx"),
				route("domains/:domainId", "routes/desk/domain.tsx"),
				route("hosting", "routes/desk/hosting.tsx"),
				route("hosting/selected", "routes/desk/selected-plans.tsx"),
				route("hosting/:planId", "routes/desk/plan.tsx"),
				route("invoices", "routes/desk/invoices.tsx"),
				route("invoices/:invoiceId", "routes/desk/invoice.tsx"),
				route("payments", "routes/desk/payments.tsx"),
				route("bank-statements", "routes/desk/bank-statements.tsx"),
				route("orders", "routes/desk/orders.tsx"),
				route("approvals", "routes/desk/approvals.tsx"),
				route("projects", "routes/desk/projects.tsx"),
				route("projects/:projectId", "routes/desk/project.tsx"),
				route("projects/:projectId/files", "routes/desk/project-files.tsx"),
				route("projects/:projectId/files/:fileId", "routes/desk/project-file.ts"),
				route("projects/:projectId/upload", "routes/desk/project-upload.ts"),
				route("settings/health", "routes/desk/health.tsx"),
				route("reports/open-invoices", "routes/desk/open-invoices.tsx"),
				route("reports/revenue", "routes/desk/revenue.tsx"),
				route("reports/revenue.csv", "routes/desk/revenue-csv.ts"),
				route("settings/staff", "routes/desk/staff.tsx"),
				route("settings/staff/:staffId", "routes/desk/staff-member.tsx"),
				route("settings/audit-log", "routes/desk/audit-log.tsx"),
				route("settings/audit-log.csv", "routes/desk/audit-log-csv.ts"),
				route("account", "routes/desk/account.tsx"),
				route("*", "routes/desk/unknown.tsx"),
			]),
		]),
	]),

	// The share image of a name: `cloth/tujenge.co.ke.svg`.
	route("cloth/:file", "routes/domains/share-image.ts"),

	route("robots.txt", "routes/site/robots.ts"),
	route("sitemap.xml", "routes/site/sitemap.ts"),
	route(".well-known/security.txt", "routes/site/security-txt.ts"),

	// The local inbox. 404 where emails are really sent.
	route("dev/inbox", "routes/dev/inbox.tsx"),
	route("dev/inbox.json", "routes/dev/inbox-json.ts"),
	route("dev/inbox/:messageId", "routes/dev/inbox-message.tsx"),
	route("dev/inbox/:messageId/html", "routes/dev/inbox-html.ts"),

	route("dev/metrics", "routes/dev/metrics.tsx"),

	route("cart", "routes/cart/cart.tsx"),
	route("checkout", "routes/checkout/checkout.tsx"),
	layout("routes/checkout/layout.tsx", [
		route("pay/:invoiceId", "routes/checkout/pay.tsx"),
		route("orders/:orderId", "routes/checkout/order.tsx"),
	]),

	// The hosting panel's stand-in. Its one-time links lead here.
	route("sandbox/panel", "routes/sandbox/panel.tsx"),
	route("sandbox/panel/sign-in", "routes/sandbox/panel-sign-in.tsx"),

	// Only if PAYMENTS lists sandbox, else 404.
	route("sandbox/phone/:ref", "routes/sandbox/phone.tsx"),
	route("sandbox/card/:ref", "routes/sandbox/card.tsx"),
] satisfies RouteConfig;
