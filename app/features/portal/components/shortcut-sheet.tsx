import { useState } from "react";
import { Button } from "~/components/ui/button";
import { Heading } from "~/components/ui/heading";
import { shortcuts } from "./shortcuts";
import { shortcutsAreOn, switchShortcuts } from "./use-shortcuts";

/** Lists all shortcuts, with a checkbox to switch them off. */
export default function ShortcutSheet() {
	const [on, setOn] = useState(shortcutsAreOn);
	return (
		<div className="grid gap-4 p-5 sm:p-6">
			<Heading level={2} size="sm">
				Keyboard shortcuts
			</Heading>
			<dl className="grid gap-x-8 sm:grid-cols-2">
				{shortcuts.map(({ keys, label }) => (
					<Keys key={keys} label={label} keys={keys.split(" ")} off={!on} />
				))}
				<Keys label="Command palette" keys={["Ctrl or ⌘", "K"]} />
			</dl>
			<label className="flex min-h-11 items-center gap-3">
				<input
					type="checkbox"
					className="size-5 accent-lake"
					checked={on}
					onChange={(event) => {
						switchShortcuts(event.target.checked);
						setOn(event.target.checked);
					}}
				/>
				Use single-key shortcuts in this browser
			</label>
			<form method="dialog">
				<Button type="submit" variant="secondary">
					Close
				</Button>
			</form>
		</div>
	);
}

function Keys({ label, keys, off = false }: { label: string; keys: readonly string[]; off?: boolean }) {
	return (
		<div className="flex min-h-10 items-center justify-between gap-4 border-b border-line">
			<dt className={off ? "text-muted line-through" : undefined}>{label}</dt>
			<dd className="flex flex-none gap-1">
				{keys.map((key) => (
					<kbd key={key} className="min-w-7 rounded-sm border border-line bg-paper px-2 text-center font-sans text-sm">
						{key}
					</kbd>
				))}
			</dd>
		</div>
	);
}
