import { useFetcher } from "react-router";
import { Switch } from "~/components/ui/switch";

/** Shows what was asked for at once; when it can't be done, what is. */
export function AutoRenewSwitch({ domainId, name, on }: { domainId: string; name: string; on: boolean }) {
	const fetcher = useFetcher();
	const asked = fetcher.formData?.get("autoRenew");
	const shown = asked ? asked === "on" : on;
	return (
		<fetcher.Form method="post" preventScrollReset>
			<input type="hidden" name="domainId" value={domainId} />
			<Switch name="autoRenew" on={shown} label={`Auto-renew of ${name}`} />
		</fetcher.Form>
	);
}
