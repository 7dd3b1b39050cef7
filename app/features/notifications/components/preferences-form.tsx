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
	// Every choice is valid: only a connection can fail (middleware/keep-page.ts).
	const answer = useActionData<{ failure: Failure }>();
	const busy = useNavigation().formMethod === "POST";
	return (
		<Card className="max-w-3xl">
			{/* Its key: once saved, the boxes show what was stored. */}
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
						To {email}. Every such mail carries a link that ends its kind. Product updates, promotions and the
						newsletter have not been sent so far: what you choose counts from the first one on.
					</p>
					<CheckboxField
						name="securityAlerts"
						label="Security alerts"
						hint="A changed password, address or sign-in method, receipts, renewals and problems with an order: always sent, because you need them to keep your account and your names."
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
						Behind the bell, and by email while “Projects” is ticked above. Notifications about payments, orders and
						your account always come.
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
