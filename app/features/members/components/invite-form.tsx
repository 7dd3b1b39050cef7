import { Form, href } from "react-router";
import { ErrorText } from "~/components/forms/error-text";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import { memberRoles } from "~/lib/acting";
import type { Failure } from "~/lib/result";
import { ownerOnly, roles } from "../member";

interface InviteFormProps {
	failure?: Failure | undefined;
	/** After a failure. */
	typed?: { readonly email: string; readonly role: string } | undefined;
}

/** Invites an address to use the customer's account. */
export function InviteForm({ failure, typed }: InviteFormProps) {
	const busy = useBusy();
	const roleError = failure?.fields?.role;
	return (
		<TitledCard title="Invite someone to your account" lead={ownerOnly} className="max-w-3xl">
			<Form method="post" noValidate className="grid gap-5 sm:max-w-lg">
				<FormError failure={failure} />
				<Field
					type="email"
					name="email"
					label="Email address"
					hint="They have seven days to accept."
					autoComplete="off"
					maxLength={254}
					defaultValue={typed?.email}
					error={failure?.fields?.email}
					required
				/>
				<fieldset className="grid gap-1" aria-describedby={roleError ? "role-error" : undefined}>
					<legend className="mb-1 font-semibold">What this person may do</legend>
					{memberRoles.map((role) => (
						<label key={role} className="flex min-h-11 items-start gap-3 py-2">
							<input
								type="radio"
								name="role"
								value={role}
								defaultChecked={typed ? typed.role === role : role === "technical"}
								className="mt-1 size-5 flex-none"
							/>
							<span>
								<span className="block font-semibold">{roles[role].name}</span>
								<span className="block text-sm text-muted">Can {roles[role].may}.</span>
							</span>
						</label>
					))}
					{roleError && <ErrorText id="role-error">{roleError}</ErrorText>}
				</fieldset>
				<div className="flex flex-wrap gap-3">
					<SubmitButton busy={busy} busyText="Sending...">
						Send Invitation
					</SubmitButton>
					<RouteButton to={href("/dashboard/account-settings/people")} variant="quiet">
						Cancel
					</RouteButton>
				</div>
			</Form>
		</TitledCard>
	);
}
