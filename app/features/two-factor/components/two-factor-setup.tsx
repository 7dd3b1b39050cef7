import { Form } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";
import type { AppSetupView } from "../app-setup.server";
import { AppSecret } from "./app-secret";

interface TwoFactorSetupProps {
	setup: AppSetupView;
	failure?: Failure | undefined;
}

/** Shows the secret as a QR code and as text, and asks for a code from the app. */
export function TwoFactorSetup({ setup, failure }: TwoFactorSetupProps) {
	const busy = useBusy("enable");
	return (
		<TitledCard title="Set up two-step sign-in" className="max-w-3xl">
			<ol className="grid list-decimal gap-6 ps-6">
				<li>
					<p>
						Open an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or Aegis. On
						this phone you can{" "}
						<a href={setup.uri} className="link">
							open the app directly
						</a>
						.
					</p>
				</li>
				<li>
					<AppSecret setup={setup} />
				</li>
				<li>
					<p>Enter the six-digit code from the app.</p>
					<Form method="post" className="mt-3 grid gap-4 sm:max-w-xs" preventScrollReset>
						<input type="hidden" name="intent" value="enable" />
						<input type="hidden" name="setup" value={setup.setup} />
						<FormError failure={failure} />
						<Field
							label="Code"
							name="code"
							inputMode="numeric"
							autoComplete="one-time-code"
							maxLength={9}
							error={failure?.fields?.code}
							required
						/>
						<div>
							<SubmitButton busy={busy} busyText="Checking...">
								Turn on
							</SubmitButton>
						</div>
					</Form>
				</li>
			</ol>
		</TitledCard>
	);
}
