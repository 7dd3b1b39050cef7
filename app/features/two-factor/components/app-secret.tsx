import { CopyButton } from "~/components/ui/copy-button";
import type { AppSetupView } from "../app-setup.server";

/** The secret of an authenticator app, as a QR code and as text. */
export function AppSecret({ setup }: { setup: Pick<AppSetupView, "qr" | "key"> }) {
	return (
		<>
			<p>Scan this QR code with the app, or type in the key.</p>
			<div className="mt-3 flex flex-wrap items-center gap-6">
				<svg
					viewBox={`0 0 ${setup.qr.size} ${setup.qr.size}`}
					shapeRendering="crispEdges"
					className="size-48 flex-none rounded-field"
					role="img"
					aria-label="QR code with the key beside it"
				>
					{/* Dark on light in both colour schemes, because cameras can't read the inverse. */}
					<rect width={setup.qr.size} height={setup.qr.size} fill="#fff" />
					<path d={setup.qr.path} fill="#000" />
				</svg>
				<div className="grid min-w-0 justify-items-start gap-2">
					<p>
						<span className="block text-sm text-muted">Key</span>
						<code className="block max-w-64 break-words font-semibold">{setup.key}</code>
					</p>
					<CopyButton text={setup.key} subject="Key" size="sm" />
				</div>
			</div>
		</>
	);
}
