import { Field } from "~/components/forms/field";

/**
 * A honeypot: people can't see or reach this field, and bots fill it in. If a browser filled it in, it is shown with its
 * error, so that the visitor can empty it.
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
