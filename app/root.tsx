import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import { viewer } from "./middleware/viewer";
import "./app.css";

/** Pages of the static zone say `handle = { hydrate: false }` and go without React in the browser. */
function useHydrates(): boolean {
	return useMatches().every((match) => (match.handle as { hydrate?: boolean } | undefined)?.hydrate !== false);
}

export const middleware = [viewer];

export function Layout({ children }: { children: React.ReactNode }) {
	const hydrates = useHydrates();
	return (
		<html lang="en">
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<Meta />
				<Links />
			</head>
			<body>
				{children}
				<div id="toasts" className="toasts" role="status" aria-live="polite" popover="manual" />
				{hydrates && <ScrollRestoration />}
				{hydrates && <Scripts />}
			</body>
		</html>
	);
}

export default function App() {
	return <Outlet />;
}
