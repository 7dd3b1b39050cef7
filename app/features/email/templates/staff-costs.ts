import type { Loss, SoldOperation } from "~/features/registrar-accounts/cost-problems";
import { formatMoment, kenya } from "~/lib/dates";
import { formatMoney } from "~/lib/money";
import { type Balance, formatCost } from "~/platform/registrar/costs";
import type { EmailContent } from "../content";
import { staffTask } from "./staff-tasks";

/** Extensions whose costs at a registrar are above our prices, or can't be compared with them. */
export interface StaffCosts {
	readonly costsOf: string;
	readonly losses: readonly Loss[];
	/** Currencies without a rate to shillings. */
	readonly withoutRate: readonly string[];
}

const shownLosses = 30;

export function staffCosts({ costsOf, losses, withoutRate }: StaffCosts): EmailContent {
	const extensions = [...new Set(losses.map(({ tld }) => `.${tld}`))];
	const task =
		extensions.length > 0
			? `${costsOf} charges more than we do for ${listed(extensions)}`
			: `We can't compare the costs at ${costsOf} with our prices`;
	const more = losses.length - shownLosses;
	return staffTask(
		task,
		[
			["Registrar", costsOf],
			...losses
				.slice(0, shownLosses)
				.map(
					({ tld, operation, cost, price }) =>
						[`.${tld}, ${operations[operation]}`, `costs ${formatCost(cost)}, sold for ${formatMoney(price)}`] as const,
				),
			...(more > 0 ? [["More", `${more} more`] as const] : []),
			...withoutRate.map((currency) => ["Without a rate", currency] as const),
		],
		[
			...(losses.length > 0
				? [
						"Raise the price in the price list, or route the extension to another registrar in REGISTRARS.",
						"Do it before the next renewals are invoiced. Invoices that were sent keep their price.",
					]
				: []),
			...(withoutRate.length > 0
				? [`Add a rate to COST_RATES, such as ${withoutRate[0]}=150, so that the shop can compare.`]
				: []),
		],
		"We send this email once for each change of a cost or a price.",
	);
}

const operations: Readonly<Record<SoldOperation, string>> = {
	register: "registration",
	renew: "renewal",
	transfer: "transfer",
	restore: "restore",
};

const listed = (names: readonly string[]): string =>
	names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");

/** Little money is left in our account at a registrar. `limit` in hundredths of its currency. */
export interface StaffBalance extends Balance {
	readonly balanceOf: string;
	readonly limit: number;
}

export const staffBalance = ({ balanceOf, limit, amount, currency }: StaffBalance): EmailContent =>
	staffTask(
		`Top up our account at ${balanceOf}`,
		[
			["Registrar", balanceOf],
			["Balance", formatCost({ amount, currency })],
			["Warning below", formatCost({ amount: limit, currency })],
		],
		[
			"Top up the account in the registrar's control panel. Without money there, registrations and renewals wait.",
			"To be warned earlier or later, change LOW_BALANCES.",
		],
		"We send this email once a day until the balance is high enough.",
	);

/** Payments that we only know from their notices. Times in ms. */
export interface StaffUnlistedPayments {
	readonly paymentsAt: string;
	readonly from: number;
	/** Null while the list can't be read. */
	readonly until: number | null;
}

export const staffUnlistedPayments = ({ paymentsAt, from, until }: StaffUnlistedPayments): EmailContent =>
	until === null
		? staffTask(
				`The list of payments at ${paymentsAt} can't be read`,
				[
					["Provider", paymentsAt],
					["Last read", formatMoment(from, kenya)],
				],
				[
					`Run npm run try -- ${paymentsAt}. It checks the credentials and explains failures.`,
					"The list has the last 48 hours. What is older then has to be compared by hand.",
				],
				"We send this email once a day until the list can be read.",
			)
		: staffTask(
				"Check payments to the paybill by hand",
				[
					["Provider", paymentsAt],
					["From", formatMoment(from, kenya)],
					["To", formatMoment(until, kenya)],
					["Reason", "The list of payments was not read for two days, and it does not have this time any more."],
				],
				[
					"In the M-Pesa organization portal, list the payments to the paybill of this time.",
					"Compare their receipts with Payments at the desk. A payment is missing if its notice was lost.",
					"Record each missing one at its invoice, with its receipt as reference. Then mark this as handled.",
				],
				"We send this email once.",
			);

/** A domain that its registrar has suspended. */
export interface StaffSuspendedDomain {
	/** ASCII form. */
	readonly name: string;
	readonly registrar: string | null;
	readonly customer: string;
}

/** A domain whose registry refuses to suspend it, or to put it back. */
export const staffRefusedHold = ({
	name,
	registrar,
	customer,
	isHeld,
	answer,
}: StaffSuspendedDomain & { readonly isHeld: boolean; readonly answer: string }): EmailContent =>
	staffTask(
		isHeld ? `${name} is not suspended at its registry` : `${name} is still suspended at its registry`,
		[
			["Domain", name],
			["Registrar", registrar ?? "Unknown"],
			["Customer", customer],
			["Reason", `The registry refuses to ${isHeld ? "set" : "remove"} the status clientHold.`],
			...(answer === "" ? [] : [["Its answer", answer] as const]),
		],
		[
			isHeld
				? "The registrant did not confirm their email address in time, so ICANN asks us to suspend the domain."
				: "The registrant has confirmed their email address, but the website and email of the domain do not work.",
			"Ask the registry why it refuses. A status that prohibits changes has to be removed there first.",
			"Then choose Try again in Today. You can also change clientHold at the registry, and the shop finds it there.",
		],
		"We send this email once a day. The shop tries again every hour.",
	);

export const staffSuspendedDomain = ({ name, registrar, customer }: StaffSuspendedDomain): EmailContent =>
	staffTask(
		`${name} is suspended`,
		[
			["Domain", name],
			["Registrar", registrar ?? "Unknown"],
			["Customer", customer],
			["Reason", "The registrant did not confirm their email address in time."],
		],
		[
			"Call or write to the customer, who got several emails. They may have entered a wrong address.",
			"If the address is wrong, ask them to correct the registrant in the portal. The email is then sent there.",
			"If the link was opened and the domain is still suspended, ask the registrar to lift it. At a registry where we are the registrar, remove the status clientHold.",
		],
		"We send this email once. The shop reads the state every day and ends the problem by then.",
	);
