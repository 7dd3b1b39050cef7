import { href } from "react-router";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";

export function PasskeySummary() {
	return (
		<TitledCard
			title="Passkeys"
			lead="Sign in with the fingerprint, face or PIN of your device, without a password."
			className="max-w-3xl"
		>
			<RouteButton
				to={href("/dashboard/account-settings/security/passkeys")}
				variant="secondary"
				className="justify-self-start"
			>
				Manage passkeys
			</RouteButton>
		</TitledCard>
	);
}
