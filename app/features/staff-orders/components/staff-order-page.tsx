import { useState } from "react";
import { Form, href, Link } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { Button } from "~/components/ui/button";
import { TitledCard } from "~/components/ui/titled-card";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import { PriceLines } from "~/features/proposals/components/price-lines";
import type { Failure } from "~/lib/result";
import type { CheckedView } from "../order-form";
import { emptyRow, mostRows, type OrderChoices, type OrderRow } from "../order-rows";

interface StaffOrderPageProps {
	customerId: string;
	currency: string;
	mayOrder: boolean;
	mayBill: boolean;
	choices: OrderChoices;
	/** The same for each try, so that a form that is sent twice orders once. */
	sendKey: string;
	/** The rows with their price. */
	checked: { readonly checked: CheckedView; readonly rows: readonly OrderRow[]; readonly promo: string } | undefined;
	answer: DeskAnswer | undefined;
}

/** Writes an order, an invoice or a quote for a customer: first its price, then what to do with it. */
export function StaffOrderPage(props: StaffOrderPageProps) {
	const { customerId, currency, mayOrder, mayBill, choices, sendKey, checked, answer } = props;
	if (!mayOrder && !mayBill) return <Alert tone="info">Your role can't order for customers.</Alert>;
	const rows = checked?.rows ?? typedRows(answer);
	return (
		<OrderForm
			// Starts again with what was sent.
			key={JSON.stringify(rows)}
			{...{ customerId, currency, mayOrder, choices, sendKey, rows, answer }}
			promo={checked?.promo ?? answer?.values.promo?.[0] ?? ""}
			checked={checked?.checked}
		/>
	);
}

function typedRows(answer: DeskAnswer | undefined): readonly OrderRow[] {
	const of = (name: keyof OrderRow, index: number) => answer?.values[name]?.[index] ?? "";
	return (answer?.values.what ?? [])
		.map((what, index) => ({
			...{ what, about: of("about", index), count: of("count", index) },
			...{ price: of("price", index), code: of("code", index) },
		}))
		.filter(({ what, about }) => what !== "" || about !== "");
}

interface OrderFormProps extends Omit<StaffOrderPageProps, "checked" | "mayBill"> {
	rows: readonly OrderRow[];
	promo: string;
	checked: CheckedView | undefined;
}

function OrderForm(props: OrderFormProps) {
	const { customerId, currency, mayOrder, choices, sendKey, rows: sent, promo, checked, answer } = props;
	const [rows, setRows] = useState<readonly OrderRow[]>(sent.length > 0 ? sent : [emptyRow]);
	const [isChanged, setIsChanged] = useState(false);
	const failure = answer?.failure;
	const check = mayOrder ? "check" : "check-own";
	const checking = useBusy(check);
	const change = (index: number, row: Partial<OrderRow>) => {
		setIsChanged(true);
		setRows(rows.map((one, at) => (at === index ? { ...one, ...row } : one)));
	};
	const price = checked && !isChanged ? checked : undefined;
	return (
		<Form method="post" preventScrollReset className="grid grid-cols-[minmax(0,1fr)] gap-4">
			<TitledCard
				title={mayOrder ? "Order for the customer" : "Invoice for the customer"}
				lead={`Prices of products are those of the catalogue. Lines of your own are in ${currency} without tax, and nothing is set up for them.`}
			>
				{mayOrder && (
					<Link className="link-alone" to={href("/desk/customers/:customerId/record", { customerId })}>
						Record services that the customer has already
					</Link>
				)}
				<FormError failure={failure} whole={["items", "key", "expectedTotal"]} />
				<ul className="grid gap-4">
					{rows.map((row, index) => (
						<RowFields
							// Rows have no id, and are only added at the end or removed.
							// biome-ignore lint/suspicious/noArrayIndexKey: see above
							key={index}
							{...{ row, index, choices, failure }}
							change={(changed) => change(index, changed)}
							remove={
								rows.length > 1
									? () => {
											setIsChanged(true);
											setRows(rows.filter((_, at) => at !== index));
										}
									: undefined
							}
						/>
					))}
				</ul>
				<div className="flex flex-wrap items-end gap-3">
					{rows.length < mostRows && (
						<Button variant="secondary" onClick={() => setRows([...rows, emptyRow])}>
							Add a line
						</Button>
					)}
				</div>
				{mayOrder && (
					<div className="max-w-xs">
						<Field
							label="Promo code"
							name="promo"
							defaultValue={promo}
							maxLength={40}
							error={failure?.fields?.promo}
							onInput={() => setIsChanged(true)}
						/>
					</div>
				)}
				<div>
					<Button
						type="submit"
						name="intent"
						value={check}
						variant={price ? "secondary" : "primary"}
						// The reason is for the order.
						formNoValidate={price !== undefined}
					>
						{checking ? "Checking..." : "Check the price"}
					</Button>
				</div>
			</TitledCard>
			{price && <Checked {...{ price, mayOrder, sendKey, answer }} />}
		</Form>
	);
}

interface RowFieldsProps {
	row: OrderRow;
	index: number;
	choices: OrderChoices;
	failure: Failure | undefined;
	change: (row: Partial<OrderRow>) => void;
	remove: (() => void) | undefined;
}

function RowFields({ row, index, choices, failure, change, remove }: RowFieldsProps) {
	const error = (name: keyof OrderRow) => failure?.fields?.[`${name}-${index}`];
	const isCustom = row.what === "custom";
	const isTransfer = row.what === "domain-transfer";
	return (
		<li className="grid gap-3 border-b border-line pb-4 md:grid-cols-2 xl:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_6rem_minmax(0,2fr)_auto] xl:items-start">
			<SelectField
				label="What"
				name="what"
				value={row.what}
				error={error("what")}
				onChange={(event) => change({ what: event.currentTarget.value })}
			>
				<option value="">Choose</option>
				{choices.map(({ label, choices: list }) => (
					<optgroup key={label} label={label}>
						{list.map(({ value, text }) => (
							<option key={value} value={value}>
								{text}
							</option>
						))}
					</optgroup>
				))}
			</SelectField>
			<Field
				label={isCustom ? "Description" : "Domain"}
				name="about"
				value={row.about}
				maxLength={260}
				error={error("about")}
				required={isCustom || row.what.startsWith("domain-")}
				onChange={(event) => change({ about: event.currentTarget.value })}
			/>
			<Field
				label={row.what.startsWith("domain-") ? "Years" : "Number"}
				name="count"
				inputMode="numeric"
				value={row.count}
				error={error("count")}
				required
				onChange={(event) => change({ count: event.currentTarget.value })}
			/>
			<div className={isCustom || isTransfer ? undefined : "hidden"}>
				<div className={isCustom ? undefined : "hidden"}>
					<Field
						label="Price each"
						name="price"
						inputMode="decimal"
						value={row.price}
						error={error("price")}
						// The browser would refuse a form with an empty field that is hidden.
						required={isCustom}
						onChange={(event) => change({ price: event.currentTarget.value })}
					/>
				</div>
				<div className={isTransfer ? undefined : "hidden"}>
					<Field
						label="Authorization code"
						name="code"
						value={row.code}
						autoComplete="off"
						error={error("code")}
						required={isTransfer}
						onChange={(event) => change({ code: event.currentTarget.value })}
					/>
				</div>
			</div>
			{remove && (
				<div className="xl:mt-8">
					<Button variant="quiet" onClick={remove} aria-label={`Remove line ${index + 1}`}>
						Remove
					</Button>
				</div>
			)}
		</li>
	);
}

interface CheckedProps {
	price: CheckedView;
	mayOrder: boolean;
	sendKey: string;
	answer: DeskAnswer | undefined;
}

/** The price, and what to do with it. */
function Checked({ price, mayOrder, sendKey, answer }: CheckedProps) {
	const busy = useBusy(mayOrder ? "order" : "invoice");
	const fields = answer?.failure.fields ?? {};
	return (
		<TitledCard title="Price">
			<PriceLines price={price} />
			{price.notes.map((note) => (
				<Alert key={note} tone="info">
					{note}
				</Alert>
			))}
			{price.refusal ? (
				<Alert tone="danger" role="alert" title={price.refusal} />
			) : (
				<div className="grid gap-4">
					<HiddenFields values={{ expectedTotal: price.expectedTotal, key: sendKey }} />
					<div className="grid gap-4 md:grid-cols-2">
						<Field
							label="Days to pay"
							name="dueInDays"
							inputMode="numeric"
							defaultValue="7"
							required
							error={fields.dueInDays}
						/>
						<Field
							label="Reason"
							name="reason"
							hint="For the audit log. A quote is sent without one."
							maxLength={300}
							error={fields.reason}
							required
						/>
					</div>
					<div>
						<Button type="submit" name="intent" value={mayOrder ? "order" : "invoice"}>
							{busy ? "Ordering..." : "Send the invoice"}
						</Button>
					</div>
					{mayOrder && (
						<div className="grid gap-4 border-t border-line pt-4">
							<p className="max-w-measure text-muted">
								Or send it as a quote. The customer accepts it in the portal, and these prices are fixed until then.
							</p>
							<div className="grid gap-4 md:grid-cols-2">
								<Field
									label="Valid for days"
									name="validDays"
									inputMode="numeric"
									defaultValue="14"
									required
									error={fields.validDays}
								/>
								<TextareaField
									label="Message to the customer"
									name="message"
									rows={2}
									maxLength={1_000}
									error={fields.message}
								/>
							</div>
							<div>
								<Button type="submit" name="intent" value="quote" variant="secondary" formNoValidate>
									Send as a quote
								</Button>
							</div>
						</div>
					)}
				</div>
			)}
		</TitledCard>
	);
}
