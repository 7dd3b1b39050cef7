import { Form, useNavigation } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { PageAccount } from "~/components/forms/page-account";
import { RowAction } from "~/components/forms/row-action";
import { SubmitButton } from "~/components/forms/submit";
import { EmailAddress } from "~/components/ui/email-address";
import { Icon } from "~/components/ui/icon";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";
import { maxBillingEmails } from "../billing-email-limits";
import type { ListedBillingEmail } from "../billing-email-view";

interface BillingEmailsProps {
	addresses: readonly ListedBillingEmail[];
	failure?: Failure | undefined;
	/** The rejected address. */
	typed?: string | undefined;
}

/** Addresses besides the account's that get its invoices. */
export function BillingEmails({ addresses, failure, typed }: BillingEmailsProps) {
	const busy = useNavigation().formData?.get("intent") === "add-billing-email";
	return (
		<TitledCard
			title="Who else gets invoices"
			lead="Invoices, reminders about them and receipts also go to these addresses, for example to your bookkeeper. They get nothing about signing in. Each has to agree first, by a link that we send."
			id="billing-emails"
			className="max-w-3xl scroll-mt-6"
		>
			{addresses.length > 0 && (
				<ul className="divide-y divide-line" aria-label="Billing addresses">
					{addresses.map(({ id, email, state, isDead }) => (
						<li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
							<span className="flex min-w-0 items-center gap-3">
								<Icon name="mail" className="flex-none text-muted" />
								<span className="min-w-0">
									<span className="block font-semibold">
										<EmailAddress address={email} />
									</span>
									<span className={isDead ? "block text-sm text-danger" : "block text-sm text-muted"}>{state}</span>
								</span>
							</span>
							<div className="max-sm:ps-8">
								<RowAction change={{ intent: "remove-billing-email", billingEmailId: id }} subject={email}>
									Remove
								</RowAction>
							</div>
						</li>
					))}
				</ul>
			)}
			{addresses.length < maxBillingEmails && (
				// The key empties the field after saving.
				<Form key={addresses.length} method="post" className="grid gap-4" preventScrollReset>
					<PageAccount />
					<FormError failure={failure} />
					<Field
						name="email"
						type="email"
						autoComplete="off"
						label="Email address"
						required
						maxLength={254}
						defaultValue={typed}
						error={failure?.fields?.email}
					/>
					<div>
						<SubmitButton name="intent" value="add-billing-email" busy={busy} busyText="Adding...">
							Add Address
						</SubmitButton>
					</div>
				</Form>
			)}
		</TitledCard>
	);
}
