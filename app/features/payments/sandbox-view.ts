import { brand } from "~/brand";
import { formatMoney, money } from "~/lib/money";
import type { SandboxCustomer } from "~/platform/payment/sandbox/sandbox-customer";

type Entry = NonNullable<Awaited<ReturnType<SandboxCustomer["find"]>>>;

/** A payment request as the sandbox's pages show it. */
export function sandboxView({ phone, amount, currency, invoiceNumber, state, receipt, returnUrl, cardToken }: Entry) {
	return {
		phone: phone ?? "",
		amount: formatMoney(money(amount, currency)),
		payee: brand.legalName,
		invoiceNumber,
		state,
		/** A charge of a saved card whose bank asks for confirmation. */
		usesSavedCard: cardToken !== null,
		receipt,
		backHref: withoutOrigin(new URL(returnUrl)),
	};
}

const withoutOrigin = ({ pathname, search }: URL): string => pathname + search;
