import { CheckboxField } from "~/components/forms/checkbox-field";

interface ListedPasskey {
	readonly id: string;
	readonly name: string;
	/** Days, as shown. */
	readonly added: string;
	readonly used: string | null;
}

interface KeepPasskeysProps {
	passkeys: readonly ListedPasskey[];
	/** Ids that were ticked when the form was refused. */
	kept: readonly string[];
}

/** With a new password: which passkeys can still sign in. None, unless they are ticked. */
export function KeepPasskeys({ passkeys, kept }: KeepPasskeysProps) {
	if (passkeys.length === 0) return null;
	return (
		<fieldset className="grid gap-2">
			<legend className="font-semibold">Passkeys to keep</legend>
			<p className="text-sm text-muted">
				A passkey signs in without your password. Tick the ones that are yours. All others are removed.
			</p>
			{passkeys.map(({ id, name, added, used }) => (
				<CheckboxField
					key={id}
					name="keepPasskeys"
					value={id}
					label={name}
					hint={`Added ${added}, ${used ? `last used ${used}` : "not used yet"}`}
					defaultChecked={kept.includes(id)}
				/>
			))}
		</fieldset>
	);
}
