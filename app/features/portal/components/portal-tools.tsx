import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { LazyComponent, type LazySource } from "~/components/ui/lazy-component";
import { Modal } from "~/components/ui/modal";
import { type PortalTool, useShortcuts } from "./use-shortcuts";

// Loaded on demand, because most visits use neither.
const tools: Record<PortalTool, { label: string; className?: string; source: LazySource<{ onClose: () => void }> }> = {
	sheet: { label: "Keyboard shortcuts", source: { load: () => import("./shortcut-sheet") } },
	palette: { label: "Command palette", className: "mt-[10dvh]", source: { load: () => import("./command-palette") } },
};

/** Buttons that open the keyboard tools. Shown only with script and in browsers with dialogs, because the tools need both. */
export function PortalTools() {
	const { tool, show } = useShortcuts();
	const [usable, setUsable] = useState(false);
	useEffect(() => setUsable("HTMLDialogElement" in window), []);
	if (!usable) return null;
	return (
		<div className="hidden px-2 sm:grid print:hidden">
			<ToolButton tool="palette" label="Command palette" keys="Control+K Meta+K" show={show} />
			<ToolButton tool="sheet" label="Keyboard shortcuts" keys="?" show={show} />
			{/* Rendered in the body, because small screens hide the sidebar and everything in it. */}
			{tool && createPortal(<OpenTool key={tool} tool={tool} onClose={() => show(null)} />, document.body)}
		</div>
	);
}

function OpenTool({ tool, onClose }: { tool: PortalTool; onClose: () => void }) {
	const { source, ...frame } = tools[tool];
	return (
		<Modal {...frame} onClose={onClose}>
			<LazyComponent source={source} props={{ onClose }} />
		</Modal>
	);
}

interface ToolButtonProps {
	tool: PortalTool;
	label: string;
	keys: string;
	show: (tool: PortalTool) => void;
}

const ToolButton = ({ tool, label, keys, show }: ToolButtonProps) => (
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
