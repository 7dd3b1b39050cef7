import { href } from "react-router";
import { Status } from "~/components/ui/status";
import { TitledCard } from "~/components/ui/titled-card";
import type { Tone } from "~/components/ui/tone";
import { CustomerLink } from "~/features/desk/components/customer-link";
import { DeskFacts } from "~/features/desk/components/desk-facts";
import { customerLink, DeskList, RowLink, unbroken } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import { proposalStateNames, type ShownState, shownStates } from "../proposal";
import type { ListedProposal, ProposalView } from "../proposal-view";
import type { ProposalsQuery } from "../proposals.schema";
import { PriceLines } from "./price-lines";

const tones: Readonly<Record<ShownState, Tone>> = {
	open: "pending",
	accepted: "success",
	declined: "neutral",
	withdrawn: "neutral",
	expired: "neutral",
};

interface ProposalListProps {
	query: ProposalsQuery;
	rows: readonly ListedProposal[];
	next: string | null;
	canExport: boolean;
}

export const ProposalList = ({ query, rows, next, canExport }: ProposalListProps) => (
	<DeskPage title="Quotes" lead="Write one on the page of its customer. When they accept it, it becomes an invoice.">
		<DeskList
			label="Quotes"
			csv={canExport ? href("/desk/quotes.csv") : undefined}
			rows={rows}
			next={next}
			filters={[
				{
					label: "Status",
					name: "state",
					value: query.state,
					options: shownStates.map((value) => ({ value, text: proposalStateNames[value] })),
				},
			]}
			columns={[
				{
					name: "Quote",
					cell: ({ id, total, writtenBy }) => (
						<RowLink to={href("/desk/quotes/:proposalId", { proposalId: id })} note={writtenBy}>
							{total}
						</RowLink>
					),
				},
				{ name: "Customer", place: "row-note", cell: customerLink },
				{ name: "Sent", cell: ({ sent }) => unbroken(sent) },
				{ name: "Until", place: "row-meta", cell: ({ until }) => unbroken(until) },
				{
					name: "Status",
					place: "row-state",
					cell: ({ state, stateName }) => <Status tone={tones[state]}>{stateName}</Status>,
				},
			]}
			empty={{
				icon: "file-text",
				title: "No quotes yet",
				text: "Quotes that staff send to customers are listed here.",
			}}
		/>
	</DeskPage>
);

interface DeskProposalProps {
	proposal: ProposalView & Pick<ListedProposal, "customerId" | "customer" | "writtenBy">;
	mayChange: boolean;
	answer: DeskAnswer | undefined;
}

export const DeskProposal = ({ proposal, mayChange, answer }: DeskProposalProps) => (
	<DeskPage
		title={`Quote for ${proposal.total}`}
		back={{ to: href("/desk/quotes"), label: "Quotes" }}
		actions={<Status tone={tones[proposal.state]}>{proposal.stateName}</Status>}
	>
		<TitledCard title="Quote" className="max-w-3xl">
			<DeskFacts
				facts={[
					["Customer", <CustomerLink key="customer" customer={{ id: proposal.customerId, name: proposal.customer }} />],
					["Written by", proposal.writtenBy],
					["Sent", proposal.sent],
					["Can be accepted until", proposal.until],
					...(proposal.catalogVersion === null
						? []
						: [["Prices of catalogue version", String(proposal.catalogVersion)] as const]),
					...(proposal.message ? [["Message", proposal.message] as const] : []),
				]}
			/>
			<PriceLines price={proposal} />
			{proposal.taxChange && <p className="text-muted">{proposal.taxChange}</p>}
		</TitledCard>
		{mayChange && proposal.state === "open" && (
			<TitledCard title="Change" className="max-w-3xl">
				<ReasonForm
					icon="x"
					label="Withdraw"
					danger
					effect="The customer can't accept it any more. They are not told."
					change={{ intent: "withdraw" }}
					failure={answer?.failure}
					reason={answer?.values.reason?.[0]}
				/>
			</TitledCard>
		)}
	</DeskPage>
);
