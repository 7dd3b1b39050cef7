import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { RowAction } from "~/components/forms/row-action";
import { SelectField } from "~/components/forms/select-field";
import { Alert } from "~/components/ui/alert";
import { cx } from "~/components/ui/cx";
import { TitledCard } from "~/components/ui/titled-card";
import { ReasonForm } from "~/features/desk/components/reason-form";
import { answeredField, type DeskAnswer } from "~/features/desk/desk-answer";
import type { EntryView } from "../catalog-view";
import type { MarkupView } from "../markup";

interface CostCardProps {
	cost: NonNullable<EntryView["cost"]>;
	mayEnter: boolean;
	/** Whether the person may put a suggested price into the draft. */
	mayEdit: boolean;
	answer: DeskAnswer | undefined;
}

/** What an entry costs us and what we earn, and the form for costs that no registrar tells us. */
export function CostCard({ cost, mayEnter, mayEdit, answer }: CostCardProps) {
	const { margins, losses, form, withoutFreeDomain, markup, draftVersion } = cost;
	const failed = answer?.intent === "suggest" ? answer.failure : undefined;
	return (
		<TitledCard
			title="Cost and margin"
			lead={`${form ? "" : "At the dearest registrar. "}Compared with the lower of our two prices, before tax${withoutFreeDomain ? " and without the free domain" : ""}. Only staff see it.`}
		>
			<BelowCost losses={losses} />
			<FormError failure={failed} whole />
			{margins.length > 0 ? (
				<ul className="grid gap-2">
					{margins.map(({ name, cost, margin, isLoss, suggestion }) => (
						<li
							key={name}
							className={cx(
								"grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 border-t border-line pt-2",
								markup === null ? "sm:grid-cols-3" : "sm:grid-cols-[3fr_4fr_4fr_7fr]",
							)}
						>
							<span className="font-semibold">{name}</span>
							<span className="text-muted max-sm:col-start-1 max-sm:row-start-2">Costs {cost}</span>
							<span
								className={cx(
									"text-end whitespace-nowrap tabular-nums max-sm:row-span-2",
									isLoss && "font-semibold text-danger",
								)}
							>
								{margin}
							</span>
							{suggestion && (
								<span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 max-sm:col-span-2 sm:justify-end">
									{suggestion.isSame ? (
										<span className="text-muted">As suggested</span>
									) : (
										<>
											<span>Suggested: {suggestion.text}</span>
											{mayEdit && (
												<RowAction
													change={{
														intent: "suggest",
														version: draftVersion,
														price: suggestion.price,
														seen: suggestion.seen,
													}}
													subject={`${suggestion.text} for ${name}`}
												>
													Use it
												</RowAction>
											)}
										</>
									)}
								</span>
							)}
						</li>
					))}
				</ul>
			) : (
				<p className="text-muted">
					{form ? "No cost is entered yet, so nothing is known about the margin." : "No registrar tells us a cost."}
				</p>
			)}
			{markup !== null && margins.length > 0 && (
				<p className="text-sm text-muted">
					{markup === "none"
						? "Set a markup below the list of extensions to see suggested prices here."
						: `Suggested prices are the cost and ${markup}. They change nothing until you put them into the draft and publish it.`}
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
	const of = (name: string, value: string) => answeredField(failed, name, value);
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

/** Sets how prices of extensions are suggested. */
export function MarkupForm({ markup, answer }: { markup: MarkupView; answer: DeskAnswer | undefined }) {
	const failed = answer?.intent === "markup" ? answer : undefined;
	const of = (name: string, value: string) => answeredField(failed, name, value);
	return (
		<ReasonForm
			key={markup.version}
			icon="tag"
			label={markup.summary ? `Markup for suggested prices: ${markup.summary}` : "Set a markup for suggested prices"}
			submit="Save the markup"
			effect="Adds this to what an extension costs at the dearest registrar, and rounds up to the next ending. Staff see the suggestion beside the price. No price changes by it. Leave both empty for no suggestions."
			change={{ intent: "markup", version: markup.version }}
			failure={failed?.failure}
			withoutReason
		>
			<Field label="Percent of the cost" {...of("percent", markup.percent)} inputMode="decimal" maxLength={9} />
			<Field label="And shillings" {...of("fixed", markup.fixed)} inputMode="decimal" maxLength={12} />
			{markup.endings.map(({ name, label, value, options }) => (
				<SelectField key={name} label={label} {...of(name, value)}>
					{options.map((option) => (
						<option key={option.value} value={option.value}>
							{option.text}
						</option>
					))}
				</SelectField>
			))}
		</ReasonForm>
	);
}
