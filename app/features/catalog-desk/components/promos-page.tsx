import { Form } from "react-router";
import { CheckboxField } from "~/components/forms/checkbox-field";
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
import { discountMark } from "../discount-mark";
import type { PromosQuery } from "../promos-desk.schema";
import type { PromoView } from "../promos-view";
import { BelowCost } from "./cost-card";

interface PromosPageProps {
	query: PromosQuery;
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
export function PromosPage({ query, promos, next, mayChange, answer }: PromosPageProps) {
	return (
		<DeskPage
			title="Promo codes"
			lead="Customers enter a code in the cart. New codes and changes apply at once, without a version of the catalogue."
		>
			{/* Closed and empty again once the code is in the list. */}
			{mayChange && <NewPromoForm key={promos.map(({ id }) => id).join()} answer={answer} />}
			<DeskList
				label="Promo codes"
				rows={promos}
				next={next}
				filters={[{ label: "Code begins with", name: "q", type: "search", value: query.q, maxLength: 30 }]}
				columns={[
					{
						name: "Code",
						// A phone has no room for the column of the discount.
						cell: ({ code, discount }) => (
							<>
								<strong className="wrap-anywhere">{code}</strong>{" "}
								<span className="font-normal text-muted md:hidden">{unbroken(discount)}</span>
							</>
						),
					},
					{ name: "Discount", cell: ({ discount }) => unbroken(discount) },
					{
						name: "Used",
						place: "row-meta",
						cell: ({ uses }) => (
							<span className="whitespace-nowrap">
								{uses}
								<span className="md:hidden"> used</span>
							</span>
						),
					},
					{ name: "Per customer", cell: ({ perCustomer }) => perCustomer },
					{
						name: "Valid",
						place: "row-note",
						cell: ({ from, until }) => (
							<>
								{unbroken(from)} to {unbroken(until)}
							</>
						),
					},
					{
						name: "State",
						place: "row-state",
						cell: ({ state, losses }) => (
							<span className="inline-flex flex-wrap gap-x-3">
								<Status tone={states[state].tone}>{states[state].text}</Status>
								{losses.length > 0 && <Status tone="danger">Below cost</Status>}
							</span>
						),
					},
				]}
				details={(promo) =>
					mayChange || promo.losses.length > 0 ? (
						<>
							<BelowCost title="Below cost, if it is ordered alone" losses={promo.losses} />
							{mayChange && <ChangePromo key={promo.seen} promo={promo} answer={answer} />}
							{mayChange && promo.state !== "ended" && <EndPromo code={promo.code} answer={answer} />}
						</>
					) : null
				}
				empty={{ icon: "tag", title: "No promo codes", text: "Codes for discounts are listed here." }}
			/>
		</DeskPage>
	);
}

/** The failure of a form about the code. */
const failureOf = (answer: DeskAnswer | undefined, intent: string, code?: string): DeskAnswer | undefined =>
	answer?.intent === intent && (code === undefined || answer.values.promo?.[0] === code) ? answer : undefined;

function ChangePromo({ promo, answer }: { promo: PromoView; answer: DeskAnswer | undefined }) {
	const { code, fields, seen, state } = promo;
	const failed = failureOf(answer, "change", code);
	const isEnded = state === "ended";
	return (
		<ReasonForm
			icon={isEnded ? "rotate-ccw" : "pencil"}
			label={isEnded ? `Offer ${code} again` : `Change ${code}`}
			effect={
				isEnded
					? "Customers can use it at once, until its new last day. Orders that were placed with it keep their discount."
					: "Carts have it at once. Orders that were placed with it keep their discount."
			}
			change={{ intent: "change", promo: code, seen }}
			failure={failed?.failure}
			reason={failed?.values.reason?.[0]}
		>
			<PromoFields values={fields} failed={failed} />
		</ReasonForm>
	);
}

function EndPromo({ code, answer }: { code: string; answer: DeskAnswer | undefined }) {
	const failed = failureOf(answer, "end", code);
	return (
		<ReasonForm
			icon="x"
			label={`End ${code}`}
			effect="Customers can't use it any more. Orders that were placed with it keep their discount."
			change={{ intent: "end", promo: code }}
			danger
			failure={failed?.failure}
			reason={failed?.values.reason?.[0]}
		/>
	);
}

function NewPromoForm({ answer }: { answer: DeskAnswer | undefined }) {
	const busy = useBusy("create");
	const failed = failureOf(answer, "create");
	return (
		<Disclosure icon="plus" title="Create a code" open={failed !== undefined}>
			<Form method="post" className="grid max-w-3xl gap-4 pt-2">
				<HiddenFields values={{ intent: "create" }} />
				<FormError failure={failed?.failure} />
				<Field
					label="Code"
					name="promo"
					hint="3 to 30 letters, digits and hyphens."
					defaultValue={failed?.values.promo?.[0]}
					error={failed?.failure.fields?.promo}
					maxLength={30}
					required
				/>
				<PromoFields values={{}} failed={failed} />
				<div>
					<SubmitButton busy={busy} busyText="Creating...">
						Create the code
					</SubmitButton>
				</div>
			</Form>
		</Disclosure>
	);
}

interface PromoFieldsProps {
	values: Partial<PromoView["fields"]>;
	failed: DeskAnswer | undefined;
}

function PromoFields({ values, failed }: PromoFieldsProps) {
	const of = (name: keyof PromoView["fields"]) => ({
		name,
		defaultValue: failed ? failed.values[name]?.[0] : values[name],
		error: failed?.failure.fields?.[name],
	});
	return (
		<div className="grid gap-4 sm:grid-cols-2">
			<Field label="First day" {...of("from")} type="date" hint="In Kenya. Empty: from now." />
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
			{failed?.failure.code === "below_cost" && (
				<CheckboxField
					label="Allow this discount below cost"
					name="belowCost"
					value={discountMark({ kind: failed.values.kind?.[0], value: failed.values.value?.[0] })}
					hint="Nothing is saved yet. Choose another discount, or accept that we lose money on these orders."
					className="sm:col-span-2"
				/>
			)}
		</div>
	);
}
