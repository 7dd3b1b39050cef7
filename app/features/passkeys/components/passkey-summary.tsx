import { Link } from "react-router";
import { buttonClasses } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";

/** The way to the passkeys, on the security page. */
export function PasskeySummary() {
	return (
		<Card as="section" aria-labelledby="passkey-summary" className="max-w-3xl">
			<Heading level={2} size="sm" id="passkey-summary">
				Passkeys
			</Heading>
			<p className="mt-1 mb-4 max-w-measure text-muted">
				Sign in with the fingerprint, face or PIN of your own device, without a password.
			</p>
			<Link to="/dashboard/account-settings/security/passkeys" className={buttonClasses({ variant: "secondary" })}>
				Manage passkeys
			</Link>
		</Card>
	);
}
