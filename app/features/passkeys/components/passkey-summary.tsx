import { Link } from "react-router";
import { buttonClasses } from "~/components/ui/button";
import { TitledCard } from "~/components/ui/titled-card";

/** The way to the passkeys, on the security page. */
export function PasskeySummary() {
	return (
		<TitledCard
			title="Passkeys"
			lead="Sign in with the fingerprint, face or PIN of your own device, without a password."
			className="max-w-3xl"
		>
			<Link
				to="/dashboard/account-settings/security/passkeys"
				className={buttonClasses({ variant: "secondary" }, "justify-self-start")}
			>
				Manage passkeys
			</Link>
		</TitledCard>
	);
}
