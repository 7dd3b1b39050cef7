import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { SelectField } from "~/components/forms/select-field";
import { Alert } from "~/components/ui/alert";
import { EmptyState } from "~/components/ui/empty-state";
import { Heading } from "~/components/ui/heading";
import { Status } from "~/components/ui/status";
import { TitledCard } from "~/components/ui/titled-card";
import { DeskList, RowLink, unbroken } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { VersionDetails, VersionView } from "../catalog-view";
import { Differences } from "./catalog-changes";

const stateTexts = {
	current: { tone: "success", text: "Current" },
	publishing: { tone: "pending", text: "Being published" },
	planned: { tone: "info", text: "Planned" },
	cancelled: { tone: "neutral", text: "Cancelled" },
	past: { tone: "neutral", text: "Past" },
} as const;

const State = ({ state }: Pick<VersionView, "state">) => (
	<Status tone={stateTexts[state].tone}>{stateTexts[state].text}</Status>
);

const addressOf = (number: number): string => href("/desk/catalogue/versions/:number", { number: String(number) });

interface VersionsPageProps {
	versions: readonly VersionView[];
	next: string | null;
}

/** Every version, which never change. */
export const VersionsPage = ({ versions, next }: VersionsPageProps) => (
	<DeskPage
		title="Versions"
		lead="Open a version to see what it changes, to go back to it, or to cancel a planned one."
	>
		<DeskList
			label="Versions"
			rows={versions}
			next={next}
			columns={[
				{
					name: "Version",
					cell: ({ number, note }) => (
						<RowLink to={addressOf(number)} note={<span className="max-md:line-clamp-2">{note}</span>}>
							Version {number}
						</RowLink>
					),
				},
				{ name: "By", place: "row-note", cell: ({ author }) => <span className="md:whitespace-nowrap">{author}</span> },
				{ name: "From", place: "row-meta", cell: ({ from }) => unbroken(from) },
				{ name: "State", place: "row-state", cell: State },
			]}
			empty={{ icon: "tag", title: "No versions", text: "Published versions are listed here." }}
		/>
	</DeskPage>
);

interface VersionPageProps {
	version: VersionDetails;
	mayPublish: boolean;
	answer: DeskAnswer | undefined;
}

/** What a version changes, and the form that goes back to it or cancels it. */
export function VersionPage({ version, mayPublish, answer }: VersionPageProps) {
	const { number, note, author, from, state, differences } = version;
	return (
		<DeskPage
			title={`Version ${number}`}
			back={{ to: href("/desk/catalogue/versions"), label: "Versions" }}
			lead={from === null ? `${note}.` : `${note}. By ${author}, from ${from}.`}
			actions={<State state={state} />}
		>
			{differences.length === 0 ? (
				<EmptyState icon="tag" title="No differences">
					{number === version.compared
						? "It is the first version."
						: `It has the same prices and texts as version ${version.compared}.`}
				</EmptyState>
			) : (
				<TitledCard title={comparisonTitle(state)} lead={comparedWith(version)}>
					<ul className="grid gap-5">
						{differences.map(({ id, label, kind, changes, isRemoved }) => (
							<li key={id} className="grid gap-2 border-t border-line pt-4 first:border-t-0 first:pt-0">
								<div className="flex flex-wrap items-baseline gap-x-3">
									<Heading level={3} size="sm">
										{label}
									</Heading>
									<span className="text-sm text-muted">{kind}</span>
								</div>
								{isRemoved ? <p>Taken off the pages.</p> : <Differences changes={changes} />}
							</li>
						))}
					</ul>
				</TitledCard>
			)}
			{mayPublish && changeOf(version, answer)}
		</DeskPage>
	);
}

const titles: Readonly<Record<VersionDetails["state"], string>> = {
	current: "What it changed",
	publishing: "What it changes",
	planned: "What it changes",
	cancelled: "What it would change",
	past: "What going back changes",
};

const comparisonTitle = (state: VersionDetails["state"]): string => titles[state];

const comparedWith = ({ compared, current }: VersionDetails): string =>
	`Compared with version ${compared}, ${compared === current ? "which customers see now" : "which applied before it"}.`;

function changeOf(version: VersionDetails, answer: DeskAnswer | undefined): ReactNode {
	const { state, planned, differences } = version;
	if (state === "planned") return <CancelVersion version={version} answer={answer} />;
	if (state !== "past" || differences.length === 0) return null;
	return planned ? (
		<Alert tone="info" title={`Version ${planned.number} is planned for ${planned.at}`}>
			<p>
				<Link className="link" to={addressOf(planned.number)}>
					Cancel it
				</Link>{" "}
				before you go back to this version.
			</p>
		</Alert>
	) : (
		<GoBack version={version} answer={answer} />
	);
}

interface ChangeProps {
	version: VersionDetails;
	answer: DeskAnswer | undefined;
}

const GoBack = ({ version: { number, current }, answer }: ChangeProps) => (
	<ReasonForm
		icon="rotate-ccw"
		label={`Go back to version ${number}`}
		effect="Customers have what is listed above within a minute. Open invoices and orders keep their prices, and the draft stays as it is."
		change={{ intent: "roll-back", seen: current }}
		failure={answer?.failure}
		reason={answer?.values.reason?.[0]}
	/>
);

const CancelVersion = ({ version: { number, current, alsoInDraft, newDevices }, answer }: ChangeProps) => (
	<ReasonForm
		icon="x"
		label={`Cancel version ${number}`}
		effect={`Customers keep what version ${current} has.`}
		change={{ intent: "cancel" }}
		danger
		failure={answer?.failure}
		reason={answer?.values.reason?.[0]}
	>
		<SelectField
			label="Its changes"
			name="changes"
			defaultValue={answer?.values.changes?.[0]}
			error={answer?.failure.fields?.changes}
			hint={
				[
					alsoInDraft.length > 0 &&
						`The draft has newer changes of ${alsoInDraft.join(", ")}, and keeps those either way.`,
					newDevices.length > 0 && `If they are dropped, the count of ${newDevices.join(", ")} is, too.`,
				]
					.filter(Boolean)
					.join(" ") || undefined
			}
		>
			<option value="keep">Put them back into the draft</option>
			<option value="drop">Drop them</option>
		</SelectField>
	</ReasonForm>
);
