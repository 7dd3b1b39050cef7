import { useOptimistic } from "~/components/forms/use-optimistic";
import { Switch } from "~/components/ui/switch";

interface AutoRenewSwitchProps {
	domainId: string;
	name: string;
	on: boolean;
	/** Where it stands on another page than the list of domains; without script it leads there. */
	action?: string;
}

/** Shows what was asked for at once; when it can't be done, what is. */
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
