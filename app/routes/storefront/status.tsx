import { useState } from "react";
import { pageMeta } from "~/components/layout/page-meta";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import { Status } from "~/components/ui/status";
import { servicesContext } from "~/context";
import { HOUR } from "~/lib/durations";
import { messageOf } from "~/lib/message-of";
import type { Route } from "./+types/status";

export const meta: Route.MetaFunction = () =>
	pageMeta(
		"System status",
		"Is everything running? The state of the shop and of each service it depends on, checked at this moment.",
	);

export async function loader({ context }: Route.LoaderArgs) {
	const { health } = context.get(servicesContext);
	return { text: health.summary(), report: await health.report() };
}

type Report = Route.ComponentProps["loaderData"]["report"];
function headline(check: Check): string {
	if (check.state === "checking") return "Looking";
	if (!check.report) return "The shop does not answer";
	return check.report.ok ? "Everything answers" : "Something does not answer";
}

type Check = { state: "checking" } | { state: "done"; text: string; report: Report | null };

/** The spec's status line, then each dependency; a later look asks the API, as a monitor would. */
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
					Asked this moment, not copied from a notice board. Domains and websites that you have already run on servers
					of their own: they stay up when this shop does not.
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
			{check.state === "done" && check.report && <Dependencies report={check.report} />}
		</div>
	);
}

const holds: Readonly<Record<string, string>> = {
	Database: "Accounts, domains, orders, invoices",
	"Token store": "Links that we mailed",
	"File store": "Files of your projects",
};

/** East Africa keeps UTC+3 all year. */
const inNairobi = (iso: string) => new Date(Date.parse(iso) + 3 * HOUR).toISOString().slice(11, 19);

function Dependencies({ report }: { report: Report }) {
	return (
		<section className="grid gap-4" aria-labelledby="dependencies">
			<Heading level={2} id="dependencies">
				What it depends on
			</Heading>
			<ul className="grid gap-px overflow-clip rounded-card border border-line bg-line">
				{report.dependencies.map(({ name, ok, milliseconds }) => (
					<li key={name} className="flex items-center justify-between gap-4 bg-surface px-5 py-3">
						<span>
							<span className="block font-semibold">{name}</span>
							<span className="text-sm text-muted">{holds[name]}</span>
						</span>
						<Status tone={ok ? "success" : "danger"}>{ok ? `Answers, ${milliseconds} ms` : "Does not answer"}</Status>
					</li>
				))}
			</ul>
			<p className="text-sm text-muted">
				Checked at <time dateTime={report.checkedAt}>{inNairobi(report.checkedAt)} EAT</time>
			</p>
		</section>
	);
}

async function fetchStatus(): Promise<string> {
	try {
		const response = await fetch("/api/status");
		return response.ok ? await response.text() : "Error: Backend not responding";
	} catch (error) {
		return `Error: ${messageOf(error)}`;
	}
}

/** Null when there is no answer: the line above says so already. */
async function fetchReport(): Promise<Report | null> {
	try {
		return await (await fetch("/api/health")).json();
	} catch {
		return null;
	}
}
