import type { FoundName } from "../running-search.server";
import { RetryLink } from "./retry-link";
import { TransferLink } from "./transfer-link";

/** What to do with a name that can't be bought. */
export function OtherAction({ name, answer: { state } }: FoundName) {
	if (state === "taken") return <TransferLink name={name} />;
	return state === "unknown" ? <RetryLink name={name} /> : null;
}
