import { useState } from "react";
import { href } from "react-router";
import { buttonClasses } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { toast } from "~/islands/toast";
import type { FailureBody } from "~/lib/result";
import type { Answer } from "../answer";
import type { DomainName } from "../domain-name";

interface RetryLinkProps {
	name: DomainName;
	onAnswer?: (answer: Answer) => void;
}

/** Asks the registry again: in place with script, with a new search for this name without script. */
export function RetryLink({ name, onAnswer }: RetryLinkProps) {
	const [busy, setBusy] = useState(false);

	async function retry() {
		setBusy(true);
		try {
			const answer = await ask(name);
			onAnswer?.(answer);
			if (answer.state === "unknown") toast(`The registry of ${name.unicode} is still not answering.`, "info");
		} catch (error) {
			toast((error instanceof Error && error.message) || "Something went wrong.", "error");
		} finally {
			setBusy(false);
		}
	}

	return (
		<a
			href={`${href("/domains/search")}?q=${encodeURIComponent(name.ascii)}&view=full`}
			className={buttonClasses({ variant: "secondary" }, "flex-none")}
			aria-label={`Try Again: ${name.unicode}`}
			aria-disabled={busy || undefined}
			onClick={(event) => {
				if (!onAnswer) return;
				event.preventDefault();
				if (!busy) void retry();
			}}
		>
			<Icon name="refresh-cw" /> {busy ? "Checking…" : "Try Again"}
		</a>
	);
}

async function ask({ ascii, tld }: DomainName): Promise<Answer> {
	const query = new URLSearchParams({ q: ascii, tlds: tld });
	const response = await fetch(`/api/domains/search?${query}`, { headers: { Accept: "application/json" } });
	const body: Answer[] | Partial<FailureBody> = await response.json();
	if (!Array.isArray(body)) throw new Error(body.error);
	const answer = body.find(({ domain }) => domain === ascii);
	if (!answer) throw new Error();
	return answer;
}
