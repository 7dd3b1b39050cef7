import { Form, useLocation } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { Button } from "~/components/ui/button";
import { TitledCard } from "~/components/ui/titled-card";
import { NewPasswordFields } from "~/features/accounts/components/new-password-fields";
import type { Failure } from "~/lib/result";
import type { HostingType } from "../hosting-facts";
import type { HostingStatus } from "../hosting-state";
import type { ProofRecord } from "../plan-domain";
import { ConnectDomain } from "./connect-domain";
import { PlanFrame } from "./plan-frame";

interface ManagePlanProps {
	plan: {
		id: string;
		name: string;
		type: HostingType;
		/** ASCII form. */
		domain: string | null;
		/** As people read it. */
		domainName: string | null;
		status: HostingStatus;
	};
	/** The record that proves control of the plan's domain; null once the domain is connected, or where there is none. */
	proof: ProofRecord | null;
	failure?: Failure | undefined;
}

/** The way into a plan's control panel. */
export function ManagePlan({ plan, proof, failure }: ManagePlanProps) {
	return (
		<PlanFrame plan={plan} title={`Manage ${plan.name}`}>
			<FormError failure={failure} />
			{plan.status === "active" ? (
				<>
					{proof && plan.domainName && <ConnectDomain domain={plan.domainName} record={proof} />}
					<OpenPanel type={plan.type} />
					<PanelPassword account={plan.domain ?? plan.name} failure={failure} />
				</>
			) : (
				<Alert tone="pending" title={`${plan.name} is not running at present.`}>
					Its control panel opens as soon as it is.
				</Alert>
			)}
		</PlanFrame>
	);
}

const contents: Readonly<Record<HostingType, string>> = {
	web: "Files, databases, mailboxes, certificates and backups are kept there.",
	email: "Mailboxes, forwarding addresses and the spam filter are kept there.",
};

function OpenPanel({ type }: { type: HostingType }) {
	return (
		<TitledCard
			title="Control panel"
			lead={`${contents[type]} The button signs you in by a link that works once and for five minutes.`}
		>
			{/* Sent by the browser itself: the answer leads to another system, in a page of its own. */}
			<form method="post" target="_blank" rel="noopener">
				<input type="hidden" name="intent" value="open" />
				<Button type="submit">
					Open the control panel<span className="sr-only"> (in a new tab)</span>
				</Button>
			</form>
		</TitledCard>
	);
}

interface PanelPasswordProps {
	/** For password managers: not the portal's own. */
	account: string;
	failure: Failure | undefined;
}

function PanelPassword({ account, failure }: PanelPasswordProps) {
	const { key } = useLocation();
	const busy = useBusy("password");
	return (
		<TitledCard
			title="Control panel password"
			lead={`For programs that sign in by themselves, such as FTP. It is not the password of your ${account} mailboxes, nor the one of this portal. We pass it on and keep nothing of it.`}
		>
			{/* Its key: after each answer the fields are empty again. */}
			<Form key={key} method="post" className="grid gap-5 sm:max-w-md" preventScrollReset>
				<FormError failure={failure?.fields && failure} />
				<input type="hidden" name="intent" value="password" />
				<input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
				<NewPasswordFields failure={failure} label="New panel password" confirmLabel="Repeat it" />
				<div>
					<SubmitButton busy={busy} busyText="Asking the server...">
						Set the password
					</SubmitButton>
				</div>
			</Form>
		</TitledCard>
	);
}
