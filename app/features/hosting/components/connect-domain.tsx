import { Form } from "react-router";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Badge } from "~/components/ui/badge";
import { CopyButton } from "~/components/ui/copy-button";
import { TitledCard } from "~/components/ui/titled-card";
import { domainUsed, type ProofRecord } from "../plan-domain";

export interface DomainProof {
	record: ProofRecord;
	/** Whether we still look for the record without being asked. */
	isCheckedAutomatically: boolean;
	/** The name of the customer's other plan that has the domain. Null if none has. */
	usedBy: string | null;
}

interface ConnectDomainProps {
	/** Unicode form. */
	domain: string;
	proof: DomainProof;
}

/** Offers to move the domain of an unconnected plan from the customer's other plan. */
export const MoveDomain = ({ domain, usedBy, plan }: { domain: string; usedBy: string; plan: string }) => (
	<TitledCard
		title={`Connect ${domain}`}
		beside={<Badge tone="pending">Not connected</Badge>}
		lead={domainUsed(domain, usedBy, plan)}
	>
		<Form method="post" preventScrollReset>
			<HiddenFields values={{ intent: "set-domain", domain }} />
			<MoveButton domain={domain} />
		</Form>
	</TitledCard>
);

/** Submits the form of a domain with the consent to move it. */
export function MoveButton({ domain }: { domain: string }) {
	const busy = useBusy("set-domain");
	return (
		<SubmitButton busy={busy} busyText="Moving..." name="move" value={domain}>
			Move the domain
		</SubmitButton>
	);
}

/** Instructions to connect a domain to its plan. */
export function ConnectDomain({ domain, proof: { record, isCheckedAutomatically } }: ConnectDomainProps) {
	const busy = useBusy("check-domain");
	return (
		<TitledCard
			title={`Connect ${domain}`}
			beside={<Badge tone="pending">Not connected</Badge>}
			lead="Prove that the domain is yours, so that no one else can use it on our servers. If you register or transfer it here, we connect it automatically within minutes."
		>
			<p className="max-w-measure">Is it registered elsewhere? Add this TXT record where its DNS is managed:</p>
			<dl className="grid gap-3">
				<RecordPart term="Name" text={record.name} />
				<RecordPart term="Value" text={record.value} />
			</dl>
			<p className="max-w-measure">
				{isCheckedAutomatically
					? "We check for the record automatically: every hour on the first day, every 3 hours until day 3, then every 6 hours until day 14. You can also check now."
					: "We no longer check for the record automatically. Add it, wait up to an hour, then check now."}
			</p>
			<Form method="post" preventScrollReset>
				<input type="hidden" name="intent" value="check-domain" />
				<SubmitButton busy={busy} busyText="Checking...">
					Check now
				</SubmitButton>
			</Form>
		</TitledCard>
	);
}

const RecordPart = ({ term, text }: { term: string; text: string }) => (
	<div className="grid min-w-0 justify-items-start gap-1">
		<dt className="text-sm text-muted">{term}</dt>
		<dd className="flex min-w-0 flex-wrap items-center gap-3">
			<code className="min-w-0 break-all">{text}</code>
			<CopyButton text={text} subject={term} size="sm" />
		</dd>
	</div>
);
