import { Form, useActionData, useNavigation } from "react-router";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormError } from "~/components/forms/form-error";
import { InitialValues } from "~/components/forms/initial-values";
import { SubmitButton } from "~/components/forms/submit";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import type { Failure } from "~/lib/result";
import type { Preferences } from "../preferences";
import { checkboxValues, emailChoices, notificationChoices } from "../preferences";

export function PreferencesForm({ preferences, email }: { preferences: Preferences; email: string }) {
	// All values are valid, so only the connection can fail (middleware/keep-page.ts).
	const answer = useActionData<{ failure: Failure }>();
	const busy = useNavigation().formMethod === "POST";
	return (
		<Card className="max-w-3xl">
			{/* The key makes the checkboxes show the stored values after saving. */}
			<Form key={JSON.stringify(preferences)} method="post" className="grid gap-8" preventScrollReset>
				<InitialValues values={checkboxValues(preferences)} />
				<FormError toast failure={answer?.failure} />
				<fieldset className="grid gap-2">
					<legend className="contents">
						<Heading level={2} size="sm">
							By email
						</Heading>
					</legend>
					<p className="wrap-anywhere text-muted">
						We send these to {email}. Each email has an unsubscribe link. We don't send product updates, promotions or a
						newsletter yet. Your choice applies when we start.
					</p>
					<CheckboxField
						name="securityAlerts"
						label="Security alerts"
						hint="Changes to your password, email address or sign-in, receipts, renewals and problems with an order. We always send these, because you need them to keep your account and domains."
						checked
						disabled
						readOnly
					/>
					{emailChoices.map(({ id, label, hint }) => (
						<CheckboxField key={id} name={id} label={label} hint={hint} defaultChecked={preferences[id]} />
					))}
				</fieldset>
				<fieldset className="grid gap-2">
					<legend className="contents">
						<Heading level={2} size="sm">
							About your projects
						</Heading>
					</legend>
					<p className="text-muted">
						Shown under the bell, and sent by email if “Projects” is ticked above. You always get notifications about
						payments, orders and your account.
					</p>
					{notificationChoices.map(({ id, label, hint }) => (
						<CheckboxField key={id} name={id} label={label} hint={hint} defaultChecked={preferences[id]} />
					))}
				</fieldset>
				<div>
					<SubmitButton busy={busy} busyText="Saving...">
						Save Preferences
					</SubmitButton>
				</div>
			</Form>
		</Card>
	);
}
