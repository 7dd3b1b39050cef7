import { useActionData, useFetcher } from "react-router";
import type { ChangeAnswer } from "~/components/forms/change-form";
import { Switch } from "~/components/ui/switch";

interface SettingSwitchProps {
	intent: "lock" | "privacy" | "auto-renew" | "dnssec";
	label: string;
	hint: string;
	on: boolean;
}

/** Shows the new value right away, and the old one again if the change fails. */
export function SettingSwitch({ intent, label, hint, on }: SettingSwitchProps) {
	const fetcher = useFetcher<ChangeAnswer>();
	const page = useActionData<ChangeAnswer>();
	const submitted = fetcher.formData?.get("on");
	const problem = (fetcher.data ?? (page?.values?.intent === intent ? page : undefined))?.failure.message;
	return (
		<fetcher.Form method="post" className="flex items-start justify-between gap-4 py-3">
			<input type="hidden" name="intent" value={intent} />
			<div>
				<p className="font-semibold">{label}</p>
				<p className="text-muted">{hint}</p>
				{problem && (
					<p role="alert" className="text-danger">
						{problem}
					</p>
				)}
			</div>
			<Switch name="on" on={submitted ? submitted === "on" : on} label={label} />
		</fetcher.Form>
	);
}
