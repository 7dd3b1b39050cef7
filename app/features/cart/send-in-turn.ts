import { SECOND } from "~/lib/durations";
import { browserPorts } from "./browser-cart";

/** A change waits for a form no longer than this. Registries have six seconds to answer. */
const maxWaitMs = 8 * SECOND;

/**
 * Sends a form whose answer sets the cart's cookie. The answer has the cart of the request with one change, so other
 * changes, on this page and in other tabs, wait for it.
 */
export function sendInTurn<T>(send: () => Promise<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		void browserPorts.lock(() => {
			const answer = send();
			answer.then(resolve, reject);
			const wait = new Promise((end) => setTimeout(end, maxWaitMs));
			return Promise.race([answer.catch(() => {}), wait]);
		});
	});
}
