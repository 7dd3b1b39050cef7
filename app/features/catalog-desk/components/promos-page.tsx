import { Form } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Disclosure } from "~/components/ui/disclosure";
import { Status } from "~/components/ui/status";
import { DeskList, unbroken } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { PromoView } from "../promos-view";

interface PromosPageProps {
	promos: readonly PromoView[];
	next: string | null;
	mayChange: boolean;
	answer: DeskAnswer | undefined;
}

const states = {
	valid: { tone: "success", text: "Valid" },
	later: { tone: "info", text: "Not yet valid" },
	spent: { tone: "neutral", text: "Used up" },
	ended: { tone: "neutral", text: "Ended" },
} as const;

/** Promo codes, which apply at once. */
export function PromosPage({ promos, next, mayChange, answer }: PromosPageProps) {
	return (
		<DeskPage title="Promo codes" lead="A code applies as soon as it is created. Customers enter it in the cart.">
			{/* Closed and empty again once the code is in the list. */}
			{mayChange && <NewPromoForm key={promos.map(({ id }) => id).join()} answer={answer} />}
			<DeskList
				label="Promo codes"
				rows={promos}
				next={next}
				columns={[
					{ name: "Code", cell: ({ code }) => <strong className="wrap-anywhere">{code}</strong> },
					{ name: "Discount", place: "row-meta", cell: ({ discount }) => unbroken(discount) },
					{ name: "Used", cell: ({ uses }) => unbroken(uses) },
					{ name: "Per customer", cell: ({ perCustomer }) => perCustomer },
					{ name: "Until", place: "row-note", cell: ({ until }) => unbroken(until) },
					{
						name: "State",
						place: "row-state",
						cell: ({ state }) => <Status tone={states[state].tone}>{states[state].text}</Status>,
					},
				]}
				details={({ code, state }) =>
					mayChange && state !== "ended" ? <EndPromo code={code} answer={answer} /> : null
				}
				empty={{ icon: "tag", title: "No promo codes", text: "Codes for discounts are listed here." }}
			/>
		</DeskPage>
	);
}

function EndPromo({ code, answer }: { code: string; answer: DeskAnswer | undefined }) {
	const failed = answer?.intent === "end" && answer.values.code?.[0] === code ? answer : undefined;
	return (
		<ReasonForm
			icon="x"
			label={`End ${code}`}
			effect="Customers can't use it any more. Orders that were placed with it keep their discount."
			change={{ intent: "end", code }}
			danger
			failure={failed?.failure}
			reason={failed?.values.reason?.[0]}
		/>
	);
}

function NewPromoForm({ answer }: { answer: DeskAnswer | undefined }) {
	const busy = useBusy("create");
	const failed = answer?.intent === "create" ? answer : undefined;
	const of = (name: string) => ({
		name,
		defaultValue: failed?.values[name]?.[0],
		error: failed?.failure.fields?.[name],
	});
	return (
		<Disclosure icon="plus" title="Create a code" open={failed !== undefined}>
			<Form method="post" className="grid max-w-3xl gap-4 pt-2 sm:grid-cols-2">
				<HiddenFields values={{ intent: "create" }} />
				<div className="sm:col-span-2">
					<FormError failure={failed?.failure} />
				</div>
				<Field label="Code" {...of("code")} hint="3 to 30 letters, digits and hyphens." maxLength={30} required />
				<Field label="Last day" {...of("until")} type="date" hint="In Kenya. The day counts." required />
				<SelectField label="Discount in" {...of("kind")}>
					<option value="percent">Percent of the order</option>
					<option value="KES">Shillings, for orders in shillings</option>
					<option value="USD">Dollars, for orders in dollars</option>
				</SelectField>
				<Field label="Discount" {...of("value")} inputMode="decimal" maxLength={12} required />
				<Field label="Uses in all" {...of("maxUses")} inputMode="numeric" hint="Empty: no limit." maxLength={7} />
				<Field
					label="Uses of each customer"
					{...of("maxUsesPerCustomer")}
					inputMode="numeric"
					hint="Empty: no limit."
					maxLength={7}
				/>
				<div className="sm:col-span-2">
					<SubmitButton busy={busy} busyText="Creating...">
						Create the code
					</SubmitButton>
				</div>
			</Form>
		</Disclosure>
	);
}
