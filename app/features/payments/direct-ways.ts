import type { BankAccount } from "~/platform/payment/bank/bank-account";

/** How customers can pay without a request from us. Null where there is no such way in the currency. */
export interface DirectWays {
	/** The number to pay to from the M-Pesa menu. */
	readonly paybill: string | null;
	readonly bankAccount: BankAccount | null;
}

/** The instructions for a transfer, in the order in which banks ask for them. */
export const transferDetails = ({ bank, branch, name, number, swift }: BankAccount, invoiceNumber: string) => [
	{ label: "Bank", value: bank },
	{ label: "Branch", value: branch },
	{ label: "Account name", value: name },
	{ label: "Account number", value: number },
	{ label: "SWIFT code", value: swift },
	{ label: "Reference", value: invoiceNumber },
];
