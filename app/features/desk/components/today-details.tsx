import { type ReactNode, useEffect, useRef } from "react";
import { Form, href, Link, useSearchParams } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Button, type ButtonLook, buttonClasses } from "~/components/ui/button";
import { EmailAddress } from "~/components/ui/email-address";
import { withParams } from "~/lib/address";
import { answeredField, type DeskAnswer } from "../desk-answer";
import type { TodayIntent } from "../today-actions";
import type { TodayAction, TodayView } from "../today-view";
import { CompleteFields } from "./complete-fields";
import { DeskFacts } from "./desk-facts";
import { ReasonForm } from "./reason-form";
import { SnoozeFields } from "./snooze-fields";

interface RowFormProps extends ButtonLook {
	row: TodayView;
	intent: TodayIntent;
	letter?: string;
	children: ReactNode;
}

/** A one-button form for a row of the queue. */
export function RowForm({ row, intent, letter, children, variant = "secondary", size = "sm" }: RowFormProps) {
	return (
		<Form method="post" preventScrollReset replace className="inline-block">
			<HiddenFields values={{ intent, key: row.id, version: row.version }} />
			<Button type="submit" variant={variant} size={size} data-key={letter}>
				{children}
				<span className="sr-only">: {row.title}</span>
			</Button>
		</Form>
	);
}

/** What the row offers first: a button, or a link to its form. */
export function MainAction({ row, isOpen }: { row: TodayView; isOpen: boolean }) {
	const [params] = useSearchParams();
	const [main] = row.actions;
	if (row.done?.undo && row.mayWork)
		return (
			<RowForm row={row} intent={row.done.undo} letter="a">
				Open again
			</RowForm>
		);
	if (row.snoozedUntil && row.mayWork)
		return (
			<RowForm row={row} intent="wake" letter="a">
				End snooze
			</RowForm>
		);
	// The open row has it below, with everything else.
	if (isOpen) return null;
	if (row.page && !row.done) return <PageLink row={row} page={row.page} />;
	if (!main) return null;
	if (!main.asks)
		return (
			<RowForm row={row} intent={main.intent} letter="a">
				{main.label}
			</RowForm>
		);
	return (
		<Link
			to={withParams(params, { open: row.id, focus: "a" })}
			preventScrollReset
			replace
			data-key="a"
			className={buttonClasses({ variant: "secondary", size: "sm" })}
		>
			{main.label}
			<span className="sr-only">: {row.title}</span>
		</Link>
	);
}

/** Leads to the page that deals with the row. */
const PageLink = ({ row, page }: { row: TodayView; page: NonNullable<TodayView["page"]> }) => (
	<Link to={page.href} data-key="a" className={buttonClasses({ variant: "secondary", size: "sm" })}>
		{page.label}
		<span className="sr-only">: {row.title}</span>
	</Link>
);

interface TodayDetailsProps {
	row: TodayView;
	answer: DeskAnswer | undefined;
	/** The letter of the form to start with. */
	focus: string | null;
}

/** The open row: what is known, what to do first, and everything that can be done. */
export function TodayDetails({ row, answer, focus }: TodayDetailsProps) {
	const details = useRef<HTMLDivElement>(null);
	const { customer, facts, firstStep, actions, taken, count, since } = row;
	useEffect(() => {
		const start = focus && details.current?.querySelector<HTMLElement>(`[data-key="${focus}"]`);
		if (!start) return;
		const form = start.closest("details");
		(form?.querySelector<HTMLElement>("input:not([type=hidden]), textarea") ?? start).focus();
	}, [focus]);
	const [main, ...others] = actions;
	return (
		<div ref={details} className="grid gap-x-8 gap-y-4 pb-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
			<div className="grid content-start gap-4">
				{/* A failure that no form below shows. */}
				{answer &&
					!actions.some(({ intent, asks }) => asks && intent === answer.intent) &&
					answer.intent !== "snooze" && <FormError failure={answer.failure} whole />}
				<p className="font-medium">{row.consequence}</p>
				<p>{firstStep}</p>
				<DeskFacts
					facts={[
						...(customer ? [["Customer", <CustomerFacts key="customer" {...customer} />] as const] : []),
						...facts.map(([term, value]) =>
							term === "Invoice" && row.invoicePage
								? ([
										term,
										<Link key="invoice" to={row.invoicePage} className="link">
											{value}
										</Link>,
									] as const)
								: ([term, value] as const),
						),
						["Since", count > 1 ? `${since}, ${count} times` : since],
						...(taken ? [["With", `${taken.mine ? "You" : taken.name}, since ${taken.at}`] as const] : []),
					]}
				/>
			</div>
			<div className="grid content-start gap-1">
				{row.page && (
					<div className="pb-2">
						<PageLink row={row} page={row.page} />
					</div>
				)}
				{main && <ActionForm action={main} row={row} answer={answer} isMain isOpen={focus === "a"} />}
				{others.map((action) => (
					<ActionForm key={action.intent} action={action} row={row} answer={answer} />
				))}
				{row.mayWork && !row.done && (
					<div className="flex flex-wrap items-end gap-3 border-t border-line pt-3">
						{taken?.mine ? (
							<RowForm row={row} intent="release" letter="t">
								Give back
							</RowForm>
						) : (
							<RowForm row={row} intent="take" letter="t">
								{taken ? `Take over from ${taken.firstName}` : "Take"}
							</RowForm>
						)}
						<SnoozeForm row={row} answer={answer} />
					</div>
				)}
			</div>
		</div>
	);
}

interface CustomerFactsProps {
	/** Null without an account. */
	id: string | null;
	name: string;
	email: string;
	phone: string | null;
}

const CustomerFacts = ({ id, name, email, phone }: CustomerFactsProps) => (
	<span className="flex flex-wrap items-center gap-x-4">
		{id === null ? (
			name
		) : (
			<Link to={href("/desk/customers/:customerId", { customerId: id })} className="link-alone">
				{name}
			</Link>
		)}
		<a href={`mailto:${email}`} className="link-alone">
			<EmailAddress address={email} />
		</a>
		{phone && (
			<a href={`tel:${phone}`} className="link-alone whitespace-nowrap">
				{phone}
			</a>
		)}
	</span>
);

const effects: { readonly [K in TodayIntent]?: string } = {
	"complete-job": "The job is done, and the customer gets the usual email.",
	match: "The money pays the invoice. What is too much becomes credit, and so does everything if it is too little.",
	credit: "The money is added to the customer's credit, and the customer is notified.",
	"close-review": "Nothing is posted. You can open it again today.",
	"refund-credit":
		"The money is added to the customer's credit instead, and the customer is notified. It can't be sent as a refund any more.",
	"refund-paid": "The refund is marked as paid, and the customer is notified.",
	"refund-failed": "The refund is marked as failed. You can send it again or give credit.",
	"stop-zone-move":
		"Where it is not created yet, the zone stays at the old service. Otherwise the old zone is kept until you delete it there.",
	discard: "It is never delivered. You can open it again today.",
};

interface ActionFormProps {
	action: TodayAction;
	row: TodayView;
	answer: DeskAnswer | undefined;
	isMain?: boolean;
	isOpen?: boolean;
}

function ActionForm({
	action: { intent, label, asks, effect },
	row,
	answer,
	isMain = false,
	isOpen = false,
}: ActionFormProps) {
	const letter = isMain ? { letter: "a" } : {};
	if (!asks)
		return (
			<div className="pb-2">
				<RowForm row={row} intent={intent} variant={isMain ? "primary" : "secondary"} {...letter}>
					{label}
				</RowForm>
			</div>
		);
	const mine = answer?.intent === intent ? answer : undefined;
	return (
		<ReasonForm
			icon={isMain ? "play" : "pencil"}
			label={label}
			effect={effect ?? effects[intent] ?? ""}
			change={{ intent, key: row.id, version: row.version }}
			failure={mine?.failure}
			reason={mine?.values.reason?.[0]}
			open={isOpen}
			withoutReason={intent === "match" || intent === "refund-paid"}
			withFile={intent === "complete-job"}
			danger={intent === "discard" || intent === "stop-zone-move" || intent === "close-review"}
			{...letter}
		>
			<ActionFields intent={intent} row={row} answer={mine} />
		</ReasonForm>
	);
}

function ActionFields({
	intent,
	row,
	answer,
}: {
	intent: TodayIntent;
	row: TodayView;
	answer: DeskAnswer | undefined;
}) {
	const field = (name: string, initial?: string) => answeredField(answer, name, initial);
	switch (intent) {
		case "complete-job":
			return <CompleteFields needsExpiry={row.needsExpiry} hasAddress={row.hasAddress} field={field} />;
		case "match":
			return <Field label="Invoice" required maxLength={40} autoComplete="off" {...field("invoice", row.invoice)} />;
		case "credit":
			return (
				<Field
					label="Customer's email"
					type="email"
					required
					maxLength={254}
					autoComplete="off"
					{...field("customer", row.email)}
				/>
			);
		case "close-review":
			return row.candidates.length > 1 ? (
				<SelectField label="It is this transfer" required {...field("earlier")}>
					<option value="">Choose one</option>
					{row.candidates.map(({ receipt, text }) => (
						<option key={receipt} value={receipt}>
							{text}
						</option>
					))}
				</SelectField>
			) : null;
		case "refund-paid":
			return <Field label="Reference of the payment" required maxLength={100} {...field("reference")} />;
		default:
			return null;
	}
}

function SnoozeForm({ row, answer }: { row: TodayView; answer: DeskAnswer | undefined }) {
	const busy = useBusy("snooze");
	const mine = answer?.intent === "snooze" ? answer : undefined;
	return (
		<Form method="post" preventScrollReset replace className="flex flex-wrap items-end gap-2">
			<HiddenFields values={{ intent: "snooze", key: row.id, version: row.version }} />
			<FormError failure={mine?.failure} whole={["version", "key"]} />
			<SnoozeFields sent={(name) => mine?.values[name]?.[0]} errors={mine?.failure.fields} />
			<SubmitButton variant="secondary" busy={busy} busyText="Saving...">
				Snooze
			</SubmitButton>
		</Form>
	);
}
