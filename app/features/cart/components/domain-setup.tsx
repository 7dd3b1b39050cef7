import { DomainField } from "~/components/forms/domain-field";
import { Field } from "~/components/forms/field";
import { SubmitButton } from "~/components/forms/submit";
import { Alert } from "~/components/ui/alert";
import { maxAuthCode } from "~/features/domains/auth-code";
import type { Failure } from "~/lib/result";
import type { Setup } from "../domain-setup";

const forms: Record<Setup, { label: string; hint?: string }> = {
	register: { label: "The domain you want" },
	transfer: { label: "The domain you want to transfer" },
	existing: {
		label: "The domain you already have",
		hint: "It stays at its registrar. You point its nameservers to us.",
	},
};

type Values = Readonly<Record<"domain" | "authCode", string>>;

interface DomainSetupProps {
	setup: Setup;
	/** The name to fill in. */
	domain?: string;
	/** The button's label. */
	action: string;
	answer: { readonly failure: Failure; readonly values?: Values | undefined } | undefined;
}

/** Asks for a domain. The page's action checks it and adds the domain and the plan to the cart. */
export function DomainSetup({ setup, domain, action, answer }: DomainSetupProps) {
	const { fields, message } = answer?.failure ?? {};
	return (
		<form method="post" noValidate data-cart-form className="grid max-w-xl gap-5">
			<DomainField
				id={`domain-${setup}`}
				name="domain"
				{...forms[setup]}
				defaultValue={answer?.values?.domain ?? domain}
				error={fields?.domain}
			/>
			{setup === "transfer" && (
				<Field
					id="auth-code"
					label="Authorization code"
					name="authCode"
					hint="Also called EPP or auth code"
					defaultValue={answer?.values?.authCode}
					error={fields?.authCode}
					required
					autoComplete="off"
					spellCheck={false}
					maxLength={maxAuthCode}
				/>
			)}
			{message && !fields && (
				<Alert tone="danger" role="alert">
					{message}
				</Alert>
			)}
			<SubmitButton busyText="Checking..." className="justify-self-start">
				{action}
			</SubmitButton>
		</form>
	);
}
