import { href } from "react-router";
import { Badge } from "~/components/ui/badge";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";

interface TwoFactorSummaryProps {
	/** When it was switched on, formatted. Null if it is off. */
	since: string | null;
	codesLeft: number;
}

/** Status of two-step sign-in on the security page. */
export function TwoFactorSummary({ since, codesLeft }: TwoFactorSummaryProps) {
	return (
		<TitledCard
			title="Two-step sign-in"
			beside={<Badge tone={since ? "success" : "neutral"}>{since ? "On" : "Off"}</Badge>}
			lead={
				since
					? `On since ${since}. ${codesLeft === 1 ? "One recovery code is" : `${codesLeft} recovery codes are`} left.`
					: "Sign in with your password and a code from your phone. Someone who knows your password still can't sign in."
			}
			className="max-w-3xl"
		>
			<RouteButton
				to={href("/dashboard/account-settings/security/two-factor")}
				variant="secondary"
				className="justify-self-start"
			>
				{since ? "Manage two-step sign-in" : "Set up two-step sign-in"}
			</RouteButton>
		</TitledCard>
	);
}
