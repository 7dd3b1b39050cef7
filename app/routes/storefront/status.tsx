import { useState } from "react";
import { pageMeta } from "~/components/layout/page-meta";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import { servicesContext } from "~/context";
import { HOUR } from "~/lib/durations";
import { errorMessage } from "~/lib/error-message";
import type { Route } from "./+types/status";

export const meta: Route.MetaFunction = () =>
	pageMeta(
		"System status",
		"Check whether our site, payments, email and the other services it depends on are running right now.",
	);

export async function loader({ context }: Route.LoaderArgs) {
	const { health } = context.get(servicesContext);
	const { ok, checkedAt } = await health.report();
	return { text: health.summary(), report: { ok, checkedAt } };
}

type Report = Route.ComponentProps["loaderData"]["report"];
function headline(check: Check): string {
	if (check.state === "checking") return "Checking";
	if (!check.report) return "We can't reach our server";
	return check.report.ok ? "All systems are running" : "Some systems aren't responding";
}

type Check = { state: "checking" } | { state: "done"; text: string; report: Report | null };

/** Shows whether all systems are running. Only `/api/health` says which one fails. */
export default function StatusPage({ loaderData }: Route.ComponentProps) {
	const [check, setCheck] = useState<Check>({ state: "done", ...loaderData });

	async function checkAgain() {
		setCheck({ state: "checking" });
		setCheck({ state: "done", text: await fetchStatus(), report: await fetchReport() });
	}

	return (
		<div className="page-column grid gap-8 py-10 sm:py-16">
			<header className="grid gap-3">
				<Heading level={1} size="xl" dot>
					{headline(check)}
				</Heading>
				<p className="max-w-measure text-lg text-muted">
					We check our site, its database and every other service it needs. Your domains and websites run on separate
					servers, so they stay up even if our site is down.
				</p>
			</header>
			<Card as="section" className="grid gap-4" aria-label="Backend">
				<p className="text-lg" role="status">
					<strong>Backend Status:</strong> {check.state === "checking" ? "Checking backend..." : check.text}
				</p>
				<form className="flex flex-wrap gap-3">
					<Button
						type="submit"
						variant="secondary"
						disabled={check.state === "checking"}
						onClick={(event) => {
							event.preventDefault();
							void checkAgain();
						}}
					>
						Check again
					</Button>
				</form>
			</Card>
			{check.state === "done" && check.report && (
				<p className="text-sm text-muted">
					Checked at <time dateTime={check.report.checkedAt}>{timeInNairobi(check.report.checkedAt)} EAT</time>
				</p>
			)}
		</div>
	);
}

/** Time of day in East Africa, which is UTC+3 all year. */
const timeInNairobi = (iso: string) => new Date(Date.parse(iso) + 3 * HOUR).toISOString().slice(11, 19);

async function fetchStatus(): Promise<string> {
	try {
		const response = await fetch("/api/status");
		return response.ok ? await response.text() : "Error: Backend not responding";
	} catch (error) {
		return `Error: ${errorMessage(error)}`;
	}
}

/** Null if there is no response. The status text already says so. */
async function fetchReport(): Promise<Report | null> {
	try {
		return await (await fetch("/api/health")).json();
	} catch {
		return null;
	}
}
