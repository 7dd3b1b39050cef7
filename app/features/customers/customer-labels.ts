import type { AccountStatus } from "~/features/accounts/account-status";
import type { PaymentState } from "~/features/payments/payment-state";

export const accountStatusLabels = {
	unverified: { text: "Unverified", tone: "pending" },
	active: { text: "Active", tone: "success" },
	closing: { text: "Closing", tone: "danger" },
	closed: { text: "Closed", tone: "neutral" },
} as const satisfies Readonly<Record<AccountStatus, unknown>>;

export const paymentStateLabels = {
	pending: { text: "Pending", tone: "pending" },
	succeeded: { text: "Paid", tone: "success" },
	failed: { text: "Failed", tone: "danger" },
	expired: { text: "Expired", tone: "neutral" },
} as const satisfies Readonly<Record<PaymentState, unknown>>;
