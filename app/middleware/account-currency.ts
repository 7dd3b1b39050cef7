import type { RouterContextProvider } from "react-router";
import { viewerContext } from "~/context";
import type { Currency } from "~/lib/money";

/** The currency of the customer's account. Visitors and unavailable accounts get shillings. */
export const accountCurrency = (context: Readonly<RouterContextProvider>): Promise<Currency> =>
	context
		.get(viewerContext)
		.customer()
		.then(
			(customer) => customer?.currency ?? "KES",
			() => "KES",
		);
