import { Field } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { Alert } from "~/components/ui/alert";
import { TitledCard } from "~/components/ui/titled-card";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { EntryView } from "../catalog-view";

interface CostCardProps {
	cost: NonNullable<EntryView["cost"]>;
	mayEnter: boolean;
	answer: DeskAnswer | undefined;
}

/** What an entry costs us and what we earn, and the form for costs that no registrar tells us. */
export function CostCard({ cost: { margins, losses, form, withoutFreeDomain }, mayEnter, answer }: CostCardProps) {
	return (
		<TitledCard
			title="Cost and margin"
			lead={`${form ? "" : "At the dearest registrar. "}Compared with the lower of our two prices, before tax${withoutFreeDomain ? " and without the free domain" : ""}. Only staff see it.`}
		>
			<BelowCost losses={losses} />
			{margins.length > 0 ? (
				<ul className="grid gap-2">
					{margins.map(({ name, cost, margin, isLoss }) => (
						<li
							key={name}
							className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 border-t border-line pt-2 sm:grid-cols-3"
						>
							<span className="font-semibold">{name}</span>
							<span className="text-muted max-sm:col-start-1 max-sm:row-start-2">Costs {cost}</span>
							<span className={`text-end tabular-nums max-sm:row-span-2 ${isLoss ? "font-semibold text-danger" : ""}`}>
								{margin}
							</span>
						</li>
					))}
				</ul>
			) : (
				<p className="text-muted">
					{form ? "No cost is entered yet, so nothing is known about the margin." : "No registrar tells us a cost."}
				</p>
			)}
			{form && mayEnter && <CostForm key={form.version} form={form} answer={answer} />}
			{form?.entered && <p className="text-sm text-muted">{form.entered}</p>}
		</TitledCard>
	);
}

/** Warns about prices below cost. Nothing without any. */
export const BelowCost = ({ losses, title = "Below cost" }: { losses: readonly string[]; title?: string }) =>
	losses.length > 0 && (
		<Alert tone="danger" title={title}>
			{losses.map((loss) => (
				<p key={loss}>{loss}</p>
			))}
		</Alert>
	);

function CostForm({
	form,
	answer,
}: { form: NonNullable<CostCardProps["cost"]["form"]> } & Pick<CostCardProps, "answer">) {
	const failed = answer?.intent === "cost" ? answer : undefined;
	const of = (name: string, value: string) => ({
		name,
		defaultValue: failed?.values[name]?.[0] ?? value,
		error: failed?.failure.fields?.[name],
	});
	return (
		<ReasonForm
			icon="pencil"
			label={form.author === null ? "Enter the cost" : "Change the cost"}
			effect="Applies at once, without a publish. Without tax that we get back."
			change={{ intent: "cost", version: form.version }}
			failure={failed?.failure}
			withoutReason
		>
			<SelectField label="Currency" {...of("currency", form.currency)}>
				{form.currencies.map((currency) => (
					<option key={currency} value={currency}>
						{currency}
					</option>
				))}
			</SelectField>
			{form.fields.map(({ name, label, value }) => (
				<Field
					key={name}
					label={label}
					{...of(name, value)}
					hint="Leave it empty if you don't know it."
					inputMode="decimal"
					autoComplete="off"
					maxLength={20}
				/>
			))}
		</ReasonForm>
	);
}
