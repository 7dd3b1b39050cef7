import { href } from "react-router";
import { Icon } from "~/components/ui/icon";
import type { PayView } from "../pay-view";

/** Link to the sandbox's phone or card form. Only shown with sandbox payments. */
export function SandboxHint({ view }: { view: PayView }) {
	const ref = view.providerRef;
	const method = view.waiting?.method ?? view.lastMethod;
	// The sandbox takes no PayPal payments.
	if (!ref || method === "paypal") return null;
	return (
		<p className="mt-6 rounded-field bg-maize-wash px-4 py-3 text-sm">
			Test shop, no real money.{" "}
			<a
				href={method === "card" ? href("/sandbox/card/:ref", { ref }) : href("/sandbox/phone/:ref", { ref })}
				target="_blank"
				rel="noopener"
				className="inline-flex items-center gap-1.5 font-semibold underline underline-offset-4"
			>
				<Icon name={method === "card" ? "credit-card" : "smartphone"} size={16} />
				{method === "card" ? "Open the sandbox card form" : "Open the sandbox phone"}
			</a>
		</p>
	);
}
