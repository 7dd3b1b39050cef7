import { Alert } from "~/components/ui/alert";

/** Shown until the hosting server has confirmed a domain. `domain`: Unicode form. */
export const ConnectingDomain = ({ domain, className }: { domain: string; className?: string }) => (
	<Alert tone="pending" className={className} title={`We are connecting ${domain} to this plan.`}>
		This usually takes a few minutes. You don't need to do anything.
	</Alert>
);
