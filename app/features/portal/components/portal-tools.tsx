import { lazy, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { type PortalTool, useShortcuts } from "./use-shortcuts";

// Brought when they are asked for: most visits need neither.
const tools = { sheet: lazy(() => import("./shortcut-sheet")), palette: lazy(() => import("./command-palette")) };

/** The keyboard's tools, and the buttons that open them. They appear with the script that makes them work. */
export function PortalTools() {
	const { tool, show } = useShortcuts();
	const [scripted, setScripted] = useState(false);
	useEffect(() => setScripted(true), []);
	if (!scripted) return null;
	const Tool = tool && tools[tool];
	return (
		<div className="hidden px-2 sm:grid print:hidden">
			<Opener tool="palette" label="Command palette" keys="Control+K Meta+K" show={show} />
			<Opener tool="sheet" label="Keyboard shortcuts" keys="?" show={show} />
			{/* Not in here: on a small screen the sidebar is not shown, and nothing within it. */}
			{Tool &&
				createPortal(
					<Suspense>
						<Tool onClose={() => show(null)} />
					</Suspense>,
					document.body,
				)}
		</div>
	);
}

interface OpenerProps {
	tool: PortalTool;
	label: string;
	keys: string;
	show: (tool: PortalTool) => void;
}

const Opener = ({ tool, label, keys, show }: OpenerProps) => (
	<button
		type="button"
		aria-keyshortcuts={keys}
		aria-haspopup="dialog"
		onClick={() => show(tool)}
		className="link min-h-11 text-start text-sm"
	>
		{label}
	</button>
);
