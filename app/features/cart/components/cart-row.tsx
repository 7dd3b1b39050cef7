import { href } from "react-router";
import { DomainField } from "~/components/forms/domain-field";
import { Field } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Price } from "~/components/ui/price";
import { maxAuthCode } from "~/features/domains/auth-code";
import { Cloth } from "~/features/domains/components/cloth";
import { formatCount } from "~/lib/format-count";
import { type AddonTarget, addonRefValue, onlyTarget, targetLabel } from "../addon-ref";
import { type CartItem, maxQuantity } from "../cart-item";
import type { CartAnswer, CartPreview } from "../cart-preview";
import type { Line } from "../lines";
import { shownLine } from "../shown-line";
import { CartForm } from "./cart-form";
import { Checked } from "./checked";
import { ItemHeading } from "./item-heading";
import { LineNote } from "./line-note";
import { QuantityStepper, quantityUnit } from "./quantity-stepper";

interface CartRowProps {
	page: string;
	item: CartItem;
	name: string;
	preview: CartPreview;
	/** The failure of the last form, if it was about this item. */
	answer: CartAnswer | undefined;
}

/** An item of the cart with its price, problems and controls. */
export function CartRow({ page, item, name, preview, answer }: CartRowProps) {
	const { id, category } = item;
	const { lines, problems } = preview.quote;
	// The registries say nothing about other lines.
	const checked = item.domain && category !== "plan" && category !== "addon" ? preview : { ...preview, checked: null };
	const line = lines.find(({ key }) => key === id);
	const most = mostOf(item, line);
	const problem = problems.find(({ key }) => key === id);
	const needsCode = problem?.code === "auth_code_missing" || problem?.code === "auth_code_invalid";
	const unit = quantityUnit(item);
	return (
		<li
			className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:px-6 sm:py-5"
			data-cart-line={id}
			data-shown={line && JSON.stringify(shownLine(name, line))}
		>
			<div className="flex items-start gap-3 sm:gap-4">
				{item.domain && <Cloth name={item.domain} className="mt-1" />}
				<div className="grid min-w-0 flex-1 gap-1.5">
					<div className="flex flex-wrap items-start justify-between gap-x-4">
						<ItemHeading item={item} name={name} />
						<Checked preview={checked}>
							{({ lines }) => {
								const amount = lines.find(({ key }) => key === id)?.amount;
								return amount && <Price money={amount} size="md" className="flex-none" />;
							}}
						</Checked>
					</div>
					<Checked preview={checked}>
						{({ lines, problems }, checking) => (
							<LineNote
								item={item}
								line={lines.find(({ key }) => key === id)}
								problem={problems.find(({ key }) => key === id)}
								checking={checking}
							/>
						)}
					</Checked>
				</div>
			</div>
			{needsCode && <CodeForm {...{ page, item, answer }} />}
			{category === "addon" && (
				<TargetForm
					{...{ page, item, name }}
					targets={preview.targets[id] ?? []}
					signedIn={preview.signedIn}
					isUnneeded={problem?.code === "addon_unneeded"}
				/>
			)}
			{category === "extension" && <NameForm {...{ page, item, answer }} tld={line?.tld ?? ""} />}
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				{most > 1 ? (
					<QuantityStepper {...{ page, item, name }} max={most} />
				) : (
					<span className="text-sm text-muted">
						{category === "addon" ? addonSpan(line) : `1 ${unit?.one ?? "year"}`}
					</span>
				)}
				<div className="-mx-3 flex flex-wrap">
					<CartForm page={page} values={{ intent: "save", id }}>
						<Button type="submit" variant="quiet" size="sm" className="px-3">
							<Icon name="bookmark" size={16} />
							Save for later
							<span className="sr-only"> {name}</span>
						</Button>
					</CartForm>
					<CartForm page={page} values={{ intent: "remove", id }}>
						<Button type="submit" variant="quiet" size="sm" className="px-3">
							<Icon name="trash-2" size={16} />
							Remove
							<span className="sr-only"> {name}</span>
						</Button>
					</CartForm>
				</div>
			</div>
		</li>
	);
}

/** "12 months" */
const addonSpan = (line: Line | undefined): string =>
	line ? formatCount(line.quantity, line.term === "annual" ? "year" : "month") : "";

const mostOf = ({ category }: CartItem, line: Line | undefined): number => line?.most ?? maxQuantity(category);

type RowFormProps = Omit<CartRowProps, "preview" | "name">;

const rowForm = "grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]";

/** Asks for the authorization code of a transfer. */
const CodeForm = ({ page, item, answer }: RowFormProps) => (
	<CartForm page={page} values={{ intent: "code", id: item.id }} className={rowForm}>
		<Field
			id={`code:${item.id}`}
			label={`Authorization code for ${item.domain}`}
			name="authCode"
			hint="We keep it until you close the browser."
			required
			error={answer?.failure.fields?.authCode}
			autoComplete="off"
			spellCheck={false}
			maxLength={maxAuthCode}
		/>
		<SubmitButton busyText="Saving..." className="sm:mt-7.5">
			Use this code
		</SubmitButton>
	</CartForm>
);

interface TargetFormProps {
	page: string;
	item: CartItem;
	name: string;
	targets: readonly AddonTarget[];
	signedIn: boolean;
	/** Whether the problem of its line says that the customer has it for free. */
	isUnneeded: boolean;
}

/** Asks for the domain or plan that an add-on is for. */
function TargetForm({ page, item, name, targets, signedIn, isUnneeded }: TargetFormProps) {
	const { id, domain, planId, planKey } = item;
	if (targets.length === 0 && isUnneeded) return null;
	if (targets.length === 0) {
		return (
			<p className="text-sm text-muted">
				<a href={page === href("/cart") ? href("/hosting") : href("/dashboard/hosting/add")} className="link">
					See the hosting plans
				</a>
				{!signedIn && (
					<>
						, or{" "}
						<a href={`${href("/login")}?next=${page}`} className="link">
							sign in
						</a>{" "}
						to choose what you have
					</>
				)}
				.
			</p>
		);
	}
	const chosen = domain ? { domain } : planId ? { planId } : planKey ? { planKey } : null;
	const value = chosen ? addonRefValue(chosen) : "";
	const isKnown = targets.some((target) => target.value === value);
	const [first, second] = targets;
	const only = second ? undefined : first?.value;
	if (only && (isKnown || (!chosen && onlyTarget(targets)))) return null;
	return (
		<CartForm page={page} values={{ intent: "belongs", id }} className={rowForm}>
			<SelectField
				id={`to:${id}`}
				label={targetLabel(name, targets)}
				name="to"
				defaultValue={isKnown ? value : (only ?? "")}
				required
			>
				{!only && <option value="">Choose…</option>}
				{places.map(({ place, label }) => {
					const options = targets.filter((target) => target.place === place);
					if (options.length === 0) return null;
					return (
						<optgroup key={place} label={label}>
							{options.map(({ value, label }) => (
								<option key={value} value={value}>
									{label}
								</option>
							))}
						</optgroup>
					);
				})}
			</SelectField>
			<SubmitButton variant={isKnown ? "secondary" : "primary"} busyText="Saving..." className="sm:mt-7.5">
				{isKnown ? "Change" : "Choose"}
				<span className="sr-only"> for {name}</span>
			</SubmitButton>
		</CartForm>
	);
}

const places = [
	{ place: "cart", label: "In your cart" },
	{ place: "account", label: "In your account" },
] as const;

/** Asks for the name of an extension from the Explore grid. */
const NameForm = ({ page, item, answer, tld }: RowFormProps & { tld: string }) => (
	<CartForm page={page} values={{ intent: "name", id: item.id }} className={rowForm}>
		<DomainField
			id={`name:${item.id}`}
			label={`Choose your .${tld} name`}
			name="name"
			hint={null}
			suffix={`.${tld}`}
			defaultValue={answer?.values?.name}
			error={answer?.failure.fields?.name}
		/>
		<SubmitButton busyText="Checking..." className="sm:mt-7.5">
			Check and add
		</SubmitButton>
	</CartForm>
);
