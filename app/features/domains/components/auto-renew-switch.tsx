import { useOptimistic } from "~/components/forms/use-optimistic";
import { Switch } from "~/components/ui/switch";

interface AutoRenewSwitchProps {
	domainId: string;
	name: string;
	on: boolean;
	/** Path of the domain list, if the switch is on another page. */
	action?: string;
}

/** Shows the new value right away, and the old one again if the change fails. */
export function AutoRenewSwitch({ domainId, name, on, action }: AutoRenewSwitchProps) {
	const { Form, shown } = useOptimistic(on, (form) => form.get("on") === "on");
	return (
		<Form method="post" action={action} preventScrollReset>
			<input type="hidden" name="intent" value="auto-renew" />
			<input type="hidden" name="domainId" value={domainId} />
			<Switch name="on" on={shown} label={`Auto-renew of ${name}`} />
		</Form>
	);
}
