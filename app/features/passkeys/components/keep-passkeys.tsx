import { CheckboxField } from "~/components/forms/checkbox-field";

interface ListedPasskey {
	readonly id: string;
	readonly name: string;
	/** Formatted days. */
	readonly added: string;
	readonly used: string | null;
}

interface KeepPasskeysProps {
	passkeys: readonly ListedPasskey[];
	/** Ids that were ticked in the rejected form. */
	kept: readonly string[];
}

/** Asks which passkeys to keep with a new password. None is ticked by default. */
export function KeepPasskeys({ passkeys, kept }: KeepPasskeysProps) {
	if (passkeys.length === 0) return null;
	return (
		<fieldset className="grid gap-2">
			<legend className="font-semibold">Passkeys to keep</legend>
			<p className="text-sm text-muted">
				A passkey can sign in without your password. Tick the ones that are yours. We'll remove the others.
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
