import { Form, useNavigation } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { PageAccount } from "~/components/forms/page-account";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { Button } from "~/components/ui/button";
import { TitledCard } from "~/components/ui/titled-card";
import { localMobile } from "~/lib/kenyan-mobile";
import type { Failure } from "~/lib/result";
import { hourName, type PromptSetting, promptHours, promptsAgreement, promptsNotOffered } from "../prompt";

/** The hour that is selected while prompts are off. */
const usualHour = 18;

interface PromptSettingsProps {
	/** Whether M-Pesa pays invoices in the account's currency. */
	isOffered: boolean;
	/** Null while prompts are off. */
	setting: PromptSetting | null;
	/** A phone to begin with. */
	suggested: string;
	/** The card that pays renewals, so that no prompts are sent. Null if there is none. */
	card: string | null;
	failure?: Failure | undefined;
	/** The rejected values. */
	values?: { readonly phone: string; readonly hour: string } | undefined;
}

/** Whether renewal invoices come as M-Pesa prompts, to which phone and at which hour. */
export function PromptSettings({ isOffered, ...props }: PromptSettingsProps) {
	return (
		<TitledCard
			title="M‑Pesa prompts"
			lead={isOffered ? promptsAgreement : promptsNotOffered}
			id="prompts"
			className="max-w-3xl scroll-mt-6"
		>
			{isOffered ? <PromptForm {...props} /> : props.setting !== null && <TurnOff />}
		</TitledCard>
	);
}

const TurnOff = () => (
	<Form method="post" preventScrollReset>
		<PageAccount />
		<Button type="submit" name="intent" value="prompts-off" variant="secondary">
			Turn Off
		</Button>
	</Form>
);

function PromptForm({ setting, suggested, card, failure, values }: Omit<PromptSettingsProps, "isOffered">) {
	const busy = useNavigation().formData?.get("intent") === "prompts";
	return (
		<>
			<p className="font-semibold">
				{setting === null ? "Prompts are off." : "Prompts are on."}
				{card !== null && ` None are sent while ${card} pays your renewals.`}
			</p>
			{/* The key makes the fields show the stored values after saving. */}
			<Form key={JSON.stringify(setting)} method="post" className="grid gap-5" preventScrollReset>
				<PageAccount />
				<FormError failure={failure} />
				<div className="grid items-start gap-5 sm:grid-cols-2">
					<Field
						name="phone"
						type="tel"
						inputMode="tel"
						label="M‑Pesa number"
						hint="A Safaricom number such as 0712 345 678."
						required
						maxLength={30}
						autoComplete="tel"
						defaultValue={values?.phone ?? localMobile(setting?.phone ?? suggested)}
						error={failure?.fields?.phone}
					/>
					<SelectField
						name="hour"
						label="Hour"
						hint="East Africa Time."
						defaultValue={values?.hour ?? String(setting?.hour ?? usualHour)}
						error={failure?.fields?.hour}
					>
						{promptHours.map((hour) => (
							<option key={hour} value={hour}>
								{hourName(hour)}
							</option>
						))}
					</SelectField>
				</div>
				<div className="flex flex-wrap gap-3">
					<SubmitButton name="intent" value="prompts" busy={busy} busyText="Saving...">
						{setting === null ? "Turn On Prompts" : "Save Prompts"}
					</SubmitButton>
					{setting !== null && (
						<Button type="submit" name="intent" value="prompts-off" variant="secondary" formNoValidate>
							Turn Off
						</Button>
					)}
				</div>
			</Form>
		</>
	);
}
