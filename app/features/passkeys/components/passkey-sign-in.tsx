import { SubmitButton } from "~/components/forms/submit";
import { Icon } from "~/components/ui/icon";

/**
 * Offers passkeys in the list of the email field and with a button. islands/passkey-sign-in.ts shows the button if the
 * browser supports passkeys. Its space is reserved, so that nothing moves.
 */
export function PasskeySignIn({ request: { challenge, rpId } }: { request: { challenge: string; rpId: string } }) {
	return (
		<passkey-sign-in class="block noscript:hidden" data-challenge={challenge} data-rp-id={rpId}>
			<form method="post" className="invisible mt-4 grid">
				<input type="hidden" name="passkey" defaultValue="" />
				<SubmitButton variant="secondary" busyText="Logging in...">
					<span className="inline-flex items-center gap-2">
						<Icon name="key-round" />
						Sign in with a passkey
					</span>
				</SubmitButton>
			</form>
		</passkey-sign-in>
	);
}
