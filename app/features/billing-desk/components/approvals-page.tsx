import { Form, href, Link } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit";
import { EmptyState } from "~/components/ui/empty-state";
import { Pager } from "~/components/ui/pager";
import { TitledCard } from "~/components/ui/titled-card";
import { DeskFacts } from "~/features/desk/components/desk-facts";
import { DeskPage } from "~/features/desk/components/desk-page";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { Permission } from "~/features/staff/permissions";
import { permissionOf } from "../asked";
import type { ApprovalView } from "../billing-view";

interface ApprovalsPageProps {
	approvals: readonly ApprovalView[];
	next: string | null;
	permissions: readonly Permission[];
	answer: DeskAnswer | undefined;
}

/** What is above someone's limit, which a second person approves or refuses. */
export function ApprovalsPage({ approvals, next, permissions, answer }: ApprovalsPageProps) {
	return (
		<DeskPage
			title="Approvals"
			lead="Refunds, credit, payments and transfers that become credit, and write-offs above someone's limit. A second person decides, up to the sum of both limits: two people of finance can pay back twice the limit of one."
		>
			{approvals.length === 0 && (
				<EmptyState icon="circle-check" title="Nothing waits">
					Refunds, credit, payments and transfers that become credit, and write-offs above someone's limit are listed
					here.
				</EmptyState>
			)}
			{approvals.map((approval) => (
				<Approval
					key={approval.id}
					approval={approval}
					mayDecide={permissions.includes(permissionOf[approval.kind])}
					answer={answer?.values.approvalId?.[0] === approval.id ? answer : undefined}
				/>
			))}
			<Pager next={next} />
		</DeskPage>
	);
}

function subjectOf(type: string, id: string): { readonly to: string; readonly name: string } {
	switch (type) {
		case "invoice":
			return { to: href("/desk/invoices/:invoiceId", { invoiceId: id }), name: "Open the invoice" };
		case "review":
		case "statement":
			return { to: href("/desk"), name: "Open Today" };
		default:
			return { to: href("/desk/customers/:customerId", { customerId: id }), name: "Open the customer" };
	}
}

interface ApprovalProps {
	approval: ApprovalView;
	mayDecide: boolean;
	answer: DeskAnswer | undefined;
}

function Approval({ approval, mayDecide, answer }: ApprovalProps) {
	const { id, kind, what, money, reason, askedBy, mine, at, until, subjectType, subjectId } = approval;
	const subject = subjectOf(subjectType, subjectId);
	const refusing = answer?.intent === `refuse-${kind}` ? answer : undefined;
	return (
		<TitledCard title={`${money}: ${what}`}>
			<FormError failure={refusing ? undefined : answer?.failure} whole />
			<DeskFacts
				facts={[
					["Asked by", `${askedBy}, ${at}`],
					["Until", until],
					["Reason", reason],
					[
						"About",
						<Link key="about" className="link" to={subject.to}>
							{subject.name}
						</Link>,
					],
				]}
			/>
			{mayDecide && mine && <p className="text-muted">You asked for this, so someone else has to approve it.</p>}
			{mayDecide && !mine && (
				<Form method="post">
					<HiddenFields values={{ intent: `approve-${kind}`, approvalId: id }} />
					<SubmitButton>{`Approve ${money}`}</SubmitButton>
				</Form>
			)}
			{mayDecide && (
				<ReasonForm
					icon="x"
					label={mine ? "Take it back" : "Refuse"}
					effect="No money moves, and nothing is posted. The request and your reason stay in the audit log."
					change={{ intent: `refuse-${kind}`, approvalId: id }}
					failure={refusing?.failure}
					reason={refusing?.values.reason?.[0]}
				/>
			)}
		</TitledCard>
	);
}
