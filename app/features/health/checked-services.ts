/** What we check every few minutes, in the order of the status page. */
export const checkedServices = ["search", "payments", "email", "hosting", "dns"] as const;

export type CheckedService = (typeof checkedServices)[number];

/** Names for customers, and what a check covers. */
export const serviceTexts: Readonly<Record<CheckedService, { readonly name: string; readonly about: string }>> = {
	search: { name: "Finding names", about: "The .co.ke and .com registries answer our search" },
	payments: { name: "Paying", about: "M‑Pesa and card payments can be started" },
	email: { name: "Email from us", about: "Receipts, reminders and sign-in links are sent" },
	hosting: { name: "Hosting", about: "The control panel of websites and mailboxes answers" },
	dns: { name: "DNS", about: "The service that publishes DNS records answers" },
};
