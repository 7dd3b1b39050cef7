import { useSyncExternalStore } from "react";
import { accountChanged, readAccount } from "~/islands/account-hint";
import type { Currency } from "~/lib/money";

/** The visitor's billing currency, from the hint in local storage. The checkout gets it from the server. */
export const useAccountCurrency = (): Currency => useSyncExternalStore(subscribe, current, () => "KES");

const current = (): Currency => (readAccount()?.currency === "USD" ? "USD" : "KES");

function subscribe(listener: () => void): () => void {
	const events = [accountChanged, "storage"];
	for (const event of events) window.addEventListener(event, listener);
	return () => {
		for (const event of events) window.removeEventListener(event, listener);
	};
}
