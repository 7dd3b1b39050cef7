import { Form, useNavigation } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { InitialValues } from "~/components/forms/initial-values";
import { PageAccount } from "~/components/forms/page-account";
import { SubmitButton } from "~/components/forms/submit";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";

type Values = Readonly<Record<"name" | "address" | "city" | "taxPin", string>>;

interface BillingFormProps {
	details: Values;
	/** Kenyan customers enter a KRA PIN, others their tax number. */
	isKenyan: boolean;
	failure?: Failure | undefined;
	/** The rejected values, and the values the form was opened with. */
	values?: (Values & { initial: Partial<Values> }) | undefined;
}

export function BillingForm({ details, isKenyan, failure, values }: BillingFormProps) {
	const busy = useNavigation().formData?.get("intent") === "details";
	const field = (name: keyof Values) => ({
		name,
		// A failure without values, such as a lost connection, keeps what the browser has.
		defaultValue: values ? (values[name] ?? "") : details[name],
		error: failure?.fields?.[name],
	});
	return (
		<TitledCard
			title="Billing details"
			lead="Shown on your future invoices. Existing invoices do not change."
			className="max-w-3xl"
		>
			{/* The key makes the fields show the stored values after saving. */}
			<Form key={JSON.stringify(details)} method="post" className="grid gap-5" preventScrollReset>
				<PageAccount />
				<input type="hidden" name="intent" value="details" />
				<InitialValues values={values?.initial ?? details} />
				<FormError failure={failure} />
				<div className="grid items-start gap-5 sm:grid-cols-2">
					<Field {...field("name")} label="Name or Company" required maxLength={120} autoComplete="billing name" />
					<Field
						{...field("taxPin")}
						label="Tax PIN"
						maxLength={24}
						hint={isKenyan ? "KRA PIN, such as A012345678Z." : "Your tax number, if it should be on your invoices."}
					/>
					<Field {...field("address")} label="Address" required maxLength={160} autoComplete="billing address-line1" />
					<Field
						{...field("city")}
						label="Town or City"
						required
						maxLength={80}
						autoComplete="billing address-level2"
					/>
				</div>
				<div>
					<SubmitButton busy={busy} busyText="Saving...">
						Save Billing Details
					</SubmitButton>
				</div>
			</Form>
		</TitledCard>
	);
}
