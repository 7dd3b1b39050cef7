import { href, Link } from "react-router";
import { Status } from "~/components/ui/status";
import { TitledCard } from "~/components/ui/titled-card";
import type { Tone } from "~/components/ui/tone";
import { DeskFacts } from "~/features/desk/components/desk-facts";
import { DeskList } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import type { HealthView } from "../health-view";

const named = (name: string, note?: string) => (
	<span className="row-name">
		<span className="row-text wrap-anywhere font-semibold">
			{name}
			{note && <span className="ms-2 text-sm font-normal text-muted">{note}</span>}
		</span>
	</span>
);

const states: Readonly<Record<HealthView["parts"][number]["state"], { readonly text: string; readonly tone: Tone }>> = {
	working: { text: "Working", tone: "success" },
	failing: { text: "Failing", tone: "danger" },
	unknown: { text: "Not checked lately", tone: "neutral" },
};

/** What the shop depends on, and whether it works. */
export function DeskHealth({ health }: { health: HealthView }) {
	const { ok, checkedAt, waiting, dead, late, parts, comparisons } = health;
	return (
		<DeskPage
			title="Health"
			lead="Everything that the shop depends on is checked every five minutes."
			actions={<Status tone={ok ? "success" : "danger"}>{ok ? "The shop works" : "The shop is disturbed"}</Status>}
		>
			<TitledCard title="Work">
				<DeskFacts
					facts={[
						[
							"Waits for staff",
							waiting === null ? (
								"–"
							) : (
								<Link key="waiting" className="link" to={href("/desk")}>
									{waiting.oldest ? `${waiting.count}, the oldest since ${waiting.oldest}` : waiting.count}
								</Link>
							),
						],
						[
							"Dead letters",
							<Link key="dead" className="link" to={`${href("/desk")}?part=work`}>
								{dead}
							</Link>,
						],
						["Late events", late],
						["Read", checkedAt],
					]}
				/>
			</TitledCard>
			<DeskList
				label="Dependencies"
				rows={parts}
				next={null}
				columns={[
					{ name: "Name", cell: ({ name }) => named(name) },
					{ name: "Customers need it", cell: ({ isNeeded }) => (isNeeded ? "Yes" : "No") },
					{ name: "Last success", cell: ({ lastSuccess }) => <span className="whitespace-nowrap">{lastSuccess}</span> },
					{ name: "Last failure", place: "row-note", cell: ({ lastFailure }) => lastFailure },
					{
						name: "State",
						place: "row-state",
						cell: ({ state }) => <Status tone={states[state].tone}>{states[state].text}</Status>,
					},
				]}
				empty={{ icon: "activity", title: "Nothing is checked yet", text: "The first check runs within five minutes." }}
			/>
			{comparisons.length > 0 && (
				<DeskList
					label="Nightly comparisons"
					rows={comparisons}
					next={null}
					columns={[
						{ name: "Comparison", cell: ({ name, isLate }) => named(name, isLate ? "Late" : undefined) },
						{ name: "Last complete", place: "row-meta", cell: ({ ended }) => ended },
						{ name: "Result", place: "row-note", cell: ({ last }) => last },
					]}
					empty={{ icon: "activity", title: "", text: "" }}
				/>
			)}
		</DeskPage>
	);
}
