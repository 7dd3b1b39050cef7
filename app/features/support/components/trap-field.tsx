import { Field } from "~/components/forms/field";

/**
 * A field that people neither see nor reach and programs fill in. Should a browser fill it in for someone, it shows with
 * its message, so that they can empty it.
 */
export function TrapField({ error, value }: { error?: string; value?: string }) {
	return (
		<div data-trap aria-hidden={!error} className={error ? undefined : "sr-only"}>
			<Field
				label="Website"
				name="website"
				autoComplete="off"
				tabIndex={error ? undefined : -1}
				defaultValue={value}
				error={error}
			/>
		</div>
	);
}
