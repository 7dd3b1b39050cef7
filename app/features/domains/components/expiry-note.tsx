import type { ListedDomain } from "../listed-domain";

/** "Until 24 Jun 2027, renews" */
export function ExpiryNote({ domain: { status, expires, soon, autoRenew } }: { domain: ListedDomain }) {
	if (status === "pending") return "Being registered";
	if (status === "transfer_in") return "Being transferred to us";
	if (status !== "active") return `Expired on ${expires}`;
	if (soon) return <span className="font-semibold text-danger">{`Expires ${soon}${autoRenew ? ", renews" : ""}`}</span>;
	return `Until ${expires}, ${autoRenew ? "renews" : "does not renew"}`;
}
