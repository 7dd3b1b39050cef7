import { href } from "react-router";
import { FilterForm } from "~/components/forms/filter-form";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Heading } from "~/components/ui/heading";
import { TitledCard } from "~/components/ui/titled-card";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { CustomerFrameData } from "./customer-frame";
import { IdentityCheckField } from "./identity-check-field";

interface MergePageProps extends CustomerFrameData {
	q: string;
	/** Why the account that was entered can't be merged. */
	obstacle: string | null;
	other: {
		readonly id: string;
		readonly version: number;
		readonly name: string;
		readonly effects: readonly string[];
	} | null;
	answer: DeskAnswer | undefined;
}

/** Finds the other account of a customer and says what a merge does, before it is done. */
export const MergePage = ({ customer, q, obstacle, other, answer }: MergePageProps) => (
	<TitledCard title="Merge another account into this one">
		<p className="max-w-measure text-muted">
			For a customer who has two accounts. Everything of the other account moves to {customer.email}, and the other
			account is closed.
		</p>
		<FilterForm label="The other account" searchLabel="Email address or id of the other account" q={q} />
		{obstacle && <Alert tone="danger" title={obstacle} role="alert" />}
		{other && (
			<section className="grid gap-3" aria-labelledby="merge-effects">
				<Heading level={3} size="sm" id="merge-effects" className="wrap-anywhere">
					{`Merge ${other.name} into ${customer.name}`}
				</Heading>
				<ul className="grid max-w-measure list-disc gap-2 pl-5">
					{other.effects.map((effect) => (
						<li key={effect} className="wrap-anywhere">
							{effect}
						</li>
					))}
				</ul>
				<ReasonForm
					icon="users"
					label="Merge the accounts"
					danger
					open
					effect="Check first that both accounts belong to the person who is asking."
					change={{ intent: "merge", from: other.id, version: other.version }}
					failure={answer?.failure}
					reason={answer?.values.reason?.[0]}
				>
					<IdentityCheckField answer={answer} />
				</ReasonForm>
			</section>
		)}
		<div>
			<ButtonLink variant="secondary" href={href("/desk/customers/:customerId", { customerId: customer.id })}>
				Back to the customer
			</ButtonLink>
		</div>
	</TitledCard>
);
