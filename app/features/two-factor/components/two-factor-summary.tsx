import { Link } from "react-router";
import { Badge } from "~/components/ui/badge";
import { buttonClasses } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";

interface TwoFactorSummaryProps {
	/** When it was switched on, as shown; null while it is off. */
	since: string | null;
	codesLeft: number;
}

/** How two-step sign-in stands, on the security page. */
export function TwoFactorSummary({ since, codesLeft }: TwoFactorSummaryProps) {
	return (
		<Card as="section" aria-labelledby="two-factor-title" className="max-w-3xl">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<Heading level={2} size="sm" id="two-factor-title">
					Two-step sign-in
				</Heading>
				<Badge tone={since ? "success" : "neutral"}>{since ? "On" : "Off"}</Badge>
			</div>
			<p className="mt-1 mb-4 max-w-measure text-muted">
				{since
					? `On since ${since}. ${codesLeft === 1 ? "One recovery code is" : `${codesLeft} recovery codes are`} left.`
					: "A code of your phone besides the password: whoever learns your password still stays out."}
			</p>
			<Link to="/dashboard/account-settings/security/two-factor" className={buttonClasses({ variant: "secondary" })}>
				{since ? "Manage two-step sign-in" : "Set up two-step sign-in"}
			</Link>
		</Card>
	);
}
