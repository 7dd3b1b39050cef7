import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { controlClasses, describedBy, FieldFrame } from "~/components/forms/field-frame";
import { Icon } from "~/components/ui/icon";
import { technologiesOf } from "../project";

interface TechnologiesFieldProps {
	/** Separated by commas. */
	value: string;
	error?: string | undefined;
}

/** Field for several technologies. Enter adds one as a chip. Without script, they are separated by commas. */
export function TechnologiesField({ value, error }: TechnologiesFieldProps) {
	const id = useId();
	const [scripted, setScripted] = useState(false);
	const [chosen, setChosen] = useState(() => technologiesOf(value));
	const [typed, setTyped] = useState("");
	const input = useRef<HTMLInputElement>(null);
	useEffect(() => setScripted(true), []);
	const hint = scripted ? "Press Enter after each one." : "Separate them with commas.";
	const described = { "aria-describedby": describedBy(id, { hint, error: error ?? null }) };

	function add(event: KeyboardEvent) {
		if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
		// Enter must never send the whole form.
		event.preventDefault();
		setChosen(technologiesOf([...chosen, typed].join(",")));
		setTyped("");
	}

	return (
		<FieldFrame id={id} label="Technologies" hint={hint} error={error ?? null}>
			{scripted ? (
				<>
					<input
						ref={input}
						id={id}
						value={typed}
						maxLength={60}
						enterKeyHint="done"
						onChange={(event) => setTyped(event.target.value)}
						onKeyDown={add}
						className={controlClasses}
						{...described}
					/>
					{/* Includes the text that was typed but not yet added. */}
					<input type="hidden" name="technologies" value={[...chosen, typed].join(",")} />
				</>
			) : (
				<input
					id={id}
					name="technologies"
					defaultValue={value}
					maxLength={600}
					className={controlClasses}
					{...described}
				/>
			)}
			{scripted && chosen.length > 0 && (
				<ul className="flex flex-wrap gap-2" aria-label="Chosen technologies">
					{chosen.map((technology) => (
						<li
							key={technology}
							className="flex max-w-full items-center gap-1 rounded-full border border-line bg-lake-wash ps-4 text-lake-deep"
						>
							<span className="min-w-0 break-words">{technology}</span>
							<button
								type="button"
								className="flex size-11 flex-none items-center justify-center rounded-full"
								onClick={() => {
									setChosen(chosen.filter((one) => one !== technology));
									input.current?.focus();
								}}
							>
								<Icon name="x" size={16} />
								<span className="sr-only">Remove {technology}</span>
							</button>
						</li>
					))}
				</ul>
			)}
		</FieldFrame>
	);
}
