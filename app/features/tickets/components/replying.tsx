import { useEffect, useRef, useState } from "react";
import { href, useRevalidator } from "react-router";
import { Alert } from "~/components/ui/alert";
import { Button } from "~/components/ui/button";
import { MINUTE, SECOND } from "~/lib/durations";

interface Answer {
	readonly names: readonly string[];
	/** What has happened since the page was loaded. */
	readonly news: string | null;
}

interface ReplyingProps {
	ticketId: string;
	version: number;
	/** The id of the newest message on the page. */
	seen: string;
	/** Who else was writing an answer when the page was loaded. */
	names: readonly string[];
}

const intervalMs = 15 * SECOND;

/** After that long without a key or a click, the page asks nothing, so that it does not keep the person signed in. */
const idleMs = 2 * MINUTE;

/**
 * Within the form of an answer: who else is writing one, and a warning if the ticket has changed. Says the same about the
 * person to others while they write. Without script only who was writing when the page was loaded.
 */
export function Replying({ ticketId, version, seen, names }: ReplyingProps) {
	const place = useRef<HTMLDivElement>(null);
	const revalidator = useRevalidator();
	const [answer, setAnswer] = useState<Answer>();
	// A page that was loaded again knows more than the last answer.
	// biome-ignore lint/correctness/useExhaustiveDependencies: the version and the messages change with the page
	useEffect(() => setAnswer(undefined), [version, seen, names.join()]);

	useEffect(() => {
		const form = place.current?.closest("form");
		const request = new AbortController();
		let usedAt = Date.now();
		let typedAt = 0;
		let askedAt = 0;
		async function ask() {
			const now = Date.now();
			if (document.visibilityState === "hidden" || now - usedAt > idleMs) return;
			askedAt = now;
			const typing = now - typedAt < MINUTE ? "1" : "";
			const body = new URLSearchParams({ intent: "replying", version: String(version), seen, typing });
			const address = href("/desk/tickets/:ticketId/replying", { ticketId });
			const found = await answerOf(address, { method: "POST", body, signal: request.signal });
			if (found && !request.signal.aborted) setAnswer(found);
		}
		function onTyping() {
			typedAt = Date.now();
			if (typedAt - askedAt > intervalMs) void ask();
		}
		function onUse() {
			usedAt = Date.now();
		}
		const timer = setInterval(() => void ask(), intervalMs);
		const { signal } = request;
		form?.addEventListener("input", onTyping, { signal });
		for (const use of ["keydown", "pointerdown"] as const) addEventListener(use, onUse, { signal });
		return () => {
			clearInterval(timer);
			request.abort();
		};
	}, [ticketId, version, seen]);

	const replying = answer?.names ?? names;
	return (
		<div ref={place} role="status" className="grid gap-2">
			{replying.length > 0 && (
				<p className="font-medium wrap-anywhere">
					{replying.join(", ")} {replying.length === 1 ? "is" : "are"} replying.
				</p>
			)}
			{answer?.news && (
				<Alert tone="pending" title={answer.news}>
					<p>Read it before you send your answer. What you have typed stays here.</p>
					<Button variant="secondary" size="sm" onClick={() => void revalidator.revalidate()}>
						Show it
					</Button>
				</Alert>
			)}
		</div>
	);
}

/** Null if it can't be loaded. The next one comes soon. */
async function answerOf(address: string, init: RequestInit): Promise<Answer | null> {
	try {
		const response = await fetch(address, init);
		return response.ok && !response.redirected ? ((await response.json()) as Answer) : null;
	} catch {
		return null;
	}
}
