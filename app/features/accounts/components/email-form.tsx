import { Form } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { Button } from "~/components/ui/button";
import { EmailAddress } from "~/components/ui/email-address";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";

interface EmailFormProps {
	email: string;
	/** Since when the address gets no emails. Null if it gets them. */
	stoppedOn: string | null;
	/** A change that is not confirmed yet. */
	pending: { newEmail: string; until: string; waitsForOld: boolean; waitsForNew: boolean } | null;
	failure?: Failure | undefined;
	value?: string | undefined;
}

export function EmailForm({ email, stoppedOn, pending, failure, value }: EmailFormProps) {
	const busy = useBusy("change");
	return (
		<TitledCard
			title="Email address"
			lead={`You sign in with ${email}, and we send our emails there. To change it, open the links that we send to your old and new address.`}
			className="max-w-3xl"
		>
			{stoppedOn && (
				<Alert tone="danger" title={`No emails since ${stoppedOn}`}>
					<p>
						{email} rejected our emails, or one of them was marked as spam. You get no reminders, receipts and security
						warnings. Enter another address, or try this one again when it works.
					</p>
					<Form method="post" className="mt-3">
						<input type="hidden" name="intent" value="try-again" />
						<Button type="submit" variant="secondary" size="sm">
							Try this address again
						</Button>
					</Form>
				</Alert>
			)}
			{pending && (
				<Alert tone="pending" role="status" title={`Waiting for ${pending.newEmail}`}>
					<p>
						Open the link that we sent to{" "}
						{pending.waitsForOld && pending.waitsForNew
							? "each of the two addresses"
							: pending.waitsForOld
								? email
								: pending.newEmail}{" "}
						by {pending.until}.
					</p>
					<Form method="post" className="mt-3">
						<input type="hidden" name="intent" value="cancel" />
						<Button type="submit" variant="secondary" size="sm">
							<span>
								Keep <EmailAddress address={email} />
							</span>
						</Button>
					</Form>
				</Alert>
			)}
			<Form method="post" className="grid gap-4 sm:max-w-md" preventScrollReset>
				<input type="hidden" name="intent" value="change" />
				<FormError failure={failure} />
				<Field
					label="New email"
					name="email"
					type="email"
					autoComplete="email"
					defaultValue={value}
					error={failure?.fields?.email}
					required
				/>
				<div>
					<SubmitButton busy={busy} busyText="Sending...">
						Send both links
					</SubmitButton>
				</div>
			</Form>
		</TitledCard>
	);
}
