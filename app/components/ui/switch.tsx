import { cx } from "./cx";

interface SwitchProps {
	name: string;
	on: boolean;
	/** What it switches, for screen readers. */
	label: string;
}

/** A submit button that sends the opposite state. Works in any form, also without script. */
export function Switch({ name, on, label }: SwitchProps) {
	return (
		<button
			type="submit"
			role="switch"
			aria-checked={on}
			name={name}
			value={on ? "off" : "on"}
			className="inline-flex min-h-11 flex-row-reverse items-center justify-end gap-2"
		>
			{/* First in the DOM, because its baseline aligns the switch with text beside it. */}
			<span aria-hidden="true">{on ? "On" : "Off"}</span>
			<span
				className={cx(
					"flex h-6 w-10 flex-none items-center rounded-full border p-0.5 transition-colors",
					on ? "border-lake bg-lake" : "border-edge bg-surface",
				)}
				aria-hidden="true"
			>
				<span
					className={cx(
						"size-4.5 rounded-full transition-[margin] forced-colors:bg-[CanvasText]",
						on ? "ms-4 bg-on-solid" : "bg-edge",
					)}
				/>
			</span>
			<span className="sr-only">{label}</span>
		</button>
	);
}
