import { useSyncExternalStore } from "react";
import { accountChanged, readAccount } from "~/islands/account-hint";
import type { Currency } from "~/lib/money";

/** What this visitor will be billed in, as far as the page can know without asking: the checkout asks the server. */
export const useAccountCurrency = (): Currency => useSyncExternalStore(subscribe, current, () => "KES");

const current = (): Currency => (readAccount()?.currency === "USD" ? "USD" : "KES");

function subscribe(listener: () => void): () => void {
	const events = [accountChanged, "storage"];
	for (const event of events) window.addEventListener(event, listener);
	return () => {
		for (const event of events) window.removeEventListener(event, listener);
	};
}
