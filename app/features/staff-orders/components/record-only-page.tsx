import type { ReactNode } from "react";
import { Form } from "react-router";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { TitledCard } from "~/components/ui/titled-card";
import { answeredField, type DeskAnswer } from "~/features/desk/desk-answer";

interface Option {
	readonly value: string;
	readonly text: string;
}

interface RecordOnlyPageProps {
	mayRecord: boolean;
	/** Of the customer's account. */
	currency: string;
	registrars: readonly string[];
	/** None if the panel is a stand-in. */
	servers: readonly string[];
	plans: readonly Option[];
	addons: readonly Option[];
	/** What an add-on can be for. */
	targets: readonly Option[];
	answer: DeskAnswer | undefined;
}

/** Records services that a customer has already. */
export function RecordOnlyPage(props: RecordOnlyPageProps) {
	const { mayRecord, currency, registrars, servers, plans, addons, targets, answer } = props;
	if (!mayRecord) return <Alert tone="info">Your role can't record services.</Alert>;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
			<Alert tone="info">
				Nothing is ordered, paid, set up or emailed. Reminders and renewals follow from the date that you record.
			</Alert>
			<RecordForm intent="record-domain" title="Domain" button="Record the domain" answer={answer}>
				{(field) => (
					<>
						<Field label="Domain" {...field("domain")} maxLength={253} autoCapitalize="none" required />
						<Choice label="Registrar" {...field("registrar")} options={namesOf(registrars)} />
						<Field
							label="Expires on"
							type="date"
							hint="We compare it with the registrar's date, if the registrar can tell us."
							{...field("expiresAt")}
							required
						/>
						<Field
							label="Nameservers"
							{...field("nameservers")}
							maxLength={500}
							hint="Only if the registrar is “manual”. The other registrars tell us theirs."
						/>
						<CheckboxField
							label="Renew it automatically"
							hint="The customer gets the invoice a month before it expires."
							name="autoRenew"
							value="on"
							defaultChecked={field("autoRenew").defaultValue === "on"}
						/>
					</>
				)}
			</RecordForm>
			<RecordForm intent="record-plan" title="Hosting plan" button="Record the plan" answer={answer}>
				{(field) => (
					<>
						<Choice label="Plan" {...field("what")} options={plans} />
						<Field label="Its domain" {...field("domain")} maxLength={253} autoCapitalize="none" />
						{servers.length > 0 && (
							<>
								<Choice
									label="Server"
									{...field("server")}
									options={namesOf(servers)}
									none="None, for a virtual server or a reseller plan"
								/>
								<Field
									label="Account on the server"
									{...field("account")}
									maxLength={100}
									autoCapitalize="none"
									hint="Empty for a virtual server or a reseller plan."
								/>
							</>
						)}
						<Field
							label="Price of a renewal"
							inputMode="decimal"
							maxLength={13}
							hint={`In ${currency}, for one term, without tax. Empty: the price of the plan in the catalogue today.`}
							{...field("price")}
						/>
						<Field label="Next due date" type="date" hint="Paid until this day." {...field("expiresAt")} required />
					</>
				)}
			</RecordForm>
			{targets.length > 0 && (
				<RecordForm intent="record-addon" title="Add-on" button="Record the add-on" answer={answer}>
					{(field) => (
						<>
							<Choice label="Add-on" {...field("what")} options={addons} />
							<Choice label="Its domain or plan" {...field("of")} options={targets} />
							<Field
								label="Price of a renewal"
								inputMode="decimal"
								maxLength={13}
								hint={`In ${currency}, for one term, without tax. Empty: the price of the add-on in the catalogue today.`}
								{...field("price")}
							/>
							<Field
								label="Paid until"
								type="date"
								hint="It renews with its domain or plan."
								{...field("expiresAt")}
								required
							/>
						</>
					)}
				</RecordForm>
			)}
		</div>
	);
}

type FieldOf = (name: string) => { name: string; defaultValue: string; error: string | undefined };

interface RecordFormProps {
	intent: "record-domain" | "record-plan" | "record-addon";
	title: string;
	button: string;
	answer: DeskAnswer | undefined;
	children: (field: FieldOf) => ReactNode;
}

function RecordForm({ intent, title, button, answer, children }: RecordFormProps) {
	const busy = useBusy(intent);
	const failed = answer?.intent === intent ? answer : undefined;
	const field: FieldOf = (name) => answeredField(failed, name);
	return (
		<TitledCard title={title}>
			<Form method="post" className="grid max-w-3xl gap-4 sm:grid-cols-2" preventScrollReset>
				<HiddenFields values={{ intent }} />
				<div className="sm:col-span-2 empty:hidden">
					<FormError failure={failed?.failure} />
				</div>
				{children(field)}
				<TextareaField
					label="Reason"
					{...field("reason")}
					rows={2}
					maxLength={300}
					required
					hint="For the audit log, such as where the service was before."
					className="sm:col-span-2"
				/>
				<div className="sm:col-span-2">
					<SubmitButton busy={busy} busyText="Recording...">
						{button}
					</SubmitButton>
				</div>
			</Form>
		</TitledCard>
	);
}

function Choice({
	label,
	options,
	none,
	...field
}: ReturnType<FieldOf> & {
	readonly label: string;
	readonly options: readonly Option[];
	/** The choice of none of them. Without it, one is required. */
	readonly none?: string;
}) {
	return (
		<SelectField label={label} {...field} required={none === undefined}>
			<option value="">{none ?? "Choose…"}</option>
			{options.map(({ value, text }) => (
				<option key={value} value={value}>
					{text}
				</option>
			))}
		</SelectField>
	);
}

const namesOf = (names: readonly string[]): Option[] => names.map((name) => ({ value: name, text: name }));
