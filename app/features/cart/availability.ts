import { priceIn, toPrices } from "~/features/catalog/prices";
import { parseAuthCode } from "~/features/domains/auth-code";
import type { Money } from "~/lib/money";
import type { Line } from "./lines";
import type { Change, Problem } from "./quote";

/** A registry's answer to whether a name can be registered. */
export interface Availability {
	readonly domain: string;
	readonly state: "available" | "taken" | "reserved" | "premium" | "unknown";
	/** `price`: the first year. `renewal`: each further year. For a premium name, the registry's own prices. */
	readonly price: Money | null;
	readonly renewal: Money | null;
}

export interface CheckedLine {
	/** Undefined if the line cannot be sold. */
	readonly line?: Line;
	readonly problem?: Problem;
	readonly change?: Change;
	readonly premium?: boolean;
}

/** Checks a registration or transfer against the registry's answer. A missing answer counts as `unknown`. */
export function checkAvailability(line: Line, answer: Availability | undefined): CheckedLine {
	if (line.kind === "registration") return checkRegistration(line, answer);
	if (line.kind === "transfer") return checkTransfer(line, answer);
	return { line };
}

function checkRegistration(line: Line, answer: Availability | undefined): CheckedLine {
	switch (answer?.state) {
		case "available":
			return { line };
		case "premium":
			return premiumLine(line, answer);
		case "taken":
			return unavailable(line, "taken", `${line.domain} has been taken. Please remove it or choose another name.`);
		case "reserved":
			return unavailable(line, "reserved", `${line.domain} is reserved by its registry and can't be registered.`);
		default:
			return { line, problem: unreachable(line) };
	}
}

/** Checks what needs no registry: the authorization code of a transfer. */
export function checkAuthCode(line: Line): CheckedLine {
	if (line.kind !== "transfer") return { line };
	if (!line.authCode) {
		const message = `The transfer of ${line.domain} needs the authorization code from your current registrar.`;
		return { line, problem: { key: line.key, code: "auth_code_missing", message, blocks: true } };
	}
	const code = parseAuthCode(line.authCode);
	if (!code.ok) {
		const message = `The authorization code for ${line.domain} is not valid. ${code.error}`;
		return { line, problem: { key: line.key, code: "auth_code_invalid", message, blocks: true } };
	}
	return { line };
}

function checkTransfer(line: Line, answer: Availability | undefined): CheckedLine {
	const code = checkAuthCode(line);
	if (code.problem) return code;
	switch (answer?.state) {
		case "taken":
			return { line };
		case undefined:
		case "unknown":
			return { line, problem: unreachable(line) };
		default:
			return unavailable(line, "not_registered", `${line.domain} is not registered, so there is nothing to transfer.`);
	}
}

function unavailable(line: Line, code: Problem["code"], message: string): CheckedLine {
	return {
		problem: { key: line.key, code, message, blocks: true },
		change: { key: line.key, kind: "availability", message },
	};
}

/** Does not block the order, so that a registry outage does not cost the customer the name. */
function unreachable({ key, domain }: Line): Problem {
	const message = `We could not reach the registry to check ${domain}. We check again before we register it, and refund you if it is taken.`;
	return { key, code: "availability_unknown", message, blocks: false };
}

function premiumLine(line: Line, { price, renewal }: Availability): CheckedLine {
	if (!price || !renewal) {
		const message = `${line.domain} is a premium name without a published price. Please contact us to buy it.`;
		return { problem: { key: line.key, code: "price_unknown", message, blocks: true } };
	}
	const inCurrency = (money: Money) => priceIn(toPrices(money), line.amount.currency);
	const years = line.years ?? 1;
	const first = inCurrency(price);
	const further = inCurrency(renewal);
	const amount = { ...first, amount: first.amount + further.amount * (years - 1) };
	return { line: { ...line, unit: amount, amount, renewal: further, note: "Premium name" }, premium: true };
}
