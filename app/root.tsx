import islandsEntry from "virtual:islands-entry";
import displayFont from "@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2?url";
import { type ReactNode, use, useEffect } from "react";
import {
	href,
	isRouteErrorResponse,
	Links,
	Meta,
	Outlet,
	Scripts,
	ScrollRestoration,
	useLocation,
	useMatches,
	useRouteError,
	useRouteLoaderData,
} from "react-router";
import { describeError } from "~/components/layout/error-description";
import { errorFrameFor } from "~/components/layout/error-frame";
import { ErrorPage } from "~/components/layout/error-page";
import { NonceContext } from "~/components/layout/nonce";
import { Announcements, NoticeStrip } from "~/components/layout/notice-strip";
import { PageAddress } from "~/components/layout/page-address";
import { pageTitle } from "~/components/layout/page-title";
import { SignedOutForm } from "~/components/layout/signed-out-form";
import { StorefrontLayout } from "~/components/layout/storefront-layout";
import { TestShopStrip } from "~/components/layout/test-shop-strip";
import { useRouteFocus } from "~/components/layout/use-route-focus";
import { announcementsAt } from "~/features/catalog/announcements";
import { isPreview } from "~/features/catalog/current";
import { startIslands, startIslandsNow } from "~/islands/start";
import { importWhenOnline } from "~/lib/import-script";
import { isResubmission } from "~/lib/resubmission";
import { keepPage } from "~/middleware/keep-page";
import { viewer } from "~/middleware/viewer";
import { connectedMethods, paybillOf, takesRealMoney } from "~/platform/payment/payment-settings";
import type { Route } from "./+types/root";
import { brand } from "./brand";
import { requestIdContext, servicesContext } from "./context";
import { isStaticPage } from "./static-paths";
import { chatWidgetOn } from "./token-pages";
import "./app.css";

export const middleware: Route.MiddlewareFunction[] = [viewer];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage];

export function loader({ context, url }: Route.LoaderArgs) {
	const { clock, config } = context.get(servicesContext);
	return {
		requestId: context.get(requestIdContext),
		chatWidgetSrc: chatWidgetOn(url.pathname, config),
		origin: config.APP_ORIGIN,
		testShop: !takesRealMoney(config),
		paymentMethods: connectedMethods(config),
		paybill: paybillOf(config),
		isPreview: isPreview(),
		announcements: announcementsAt(url.pathname, clock()),
	};
}

/** Error pages render their own title. */
export const meta: Route.MetaFunction = ({ error }) =>
	error ? [] : [{ title: brand.name }, { name: "description", content: brand.description }];

/** Whether the page loads React in the browser. Pages opt out with `handle = { hydrate: false }`. */
function useIsHydrated(): boolean {
	return useMatches().every((match) => (match.handle as { hydrate?: boolean } | undefined)?.hydrate !== false);
}

/**
 * Whether the server is rendering a 404 page. It has no interaction, so it is sent without React. Always false in the
 * browser, because a client-side navigation to a 404 page already has React.
 */
function useIsServerNotFound(): boolean {
	const error = useRouteError();
	return typeof document === "undefined" && isRouteErrorResponse(error) && error.status === 404;
}

export function Layout({ children }: { children: ReactNode }) {
	const isNotFound = useIsServerNotFound();
	const hydrates = useIsHydrated() && !isNotFound;
	const nonce = use(NonceContext);
	// The CSP of a static page has the script's hash, also if the Worker renders it for storage, then without a nonce. In
	// development the Worker serves these pages too.
	const location = useLocation();
	const isPrerendered = !nonce || (isStaticPage(location) && !import.meta.env.DEV);
	const data = useRouteLoaderData<typeof loader>("root");
	return (
		<html lang="en" suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="theme-color" content="#fbf9f4" media="(prefers-color-scheme: light)" />
				<meta name="theme-color" content="#0c1512" media="(prefers-color-scheme: dark)" />
				<link rel="preload" href={displayFont} as="font" type="font/woff2" crossOrigin="anonymous" />
				<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
				<link rel="apple-touch-icon" href="/apple-touch-icon.png" />
				<link rel="manifest" href="/site.webmanifest" />
				{data?.chatWidgetSrc && <meta name="chat-widget" content={data.chatWidgetSrc} />}
				{data && <PageAddress origin={data.origin} />}
				<Meta />
				{/* Stylesheets need no nonce. By default `Links` uses the server's nonce, which would cause a hydration mismatch. */}
				<Links nonce="" />
				{!hydrates && <script nonce={isPrerendered ? undefined : nonce}>{startIslands(islandsEntry)}</script>}
			</head>
			<body>
				<a
					href="#main"
					className="sr-only focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-50 focus:rounded-full focus:bg-ink focus:px-5 focus:py-3 focus:font-semibold focus:text-paper"
				>
					Skip to content
				</a>
				{data?.testShop && <TestShopStrip />}
				{data?.isPreview && (
					<NoticeStrip
						label="Preview"
						tone="preview"
						link={{ text: "Back to the desk", to: href("/desk/catalogue/changes") }}
					>
						Preview of changes that are not published. Orders use the published prices.
					</NoticeStrip>
				)}
				{data && <Announcements announcements={data.announcements} />}
				{children}
				<div id="toasts" className="toasts" role="status" aria-live="polite" popover="manual" />
				{!hydrates && !isPrerendered && <script nonce={nonce}>{startIslandsNow}</script>}
				{hydrates && <ScrollRestoration />}
				{hydrates && <Scripts />}
			</body>
		</html>
	);
}

export default function App() {
	useIslands();
	useRouteFocus();
	return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	useIslands();
	const { pathname, search } = useLocation();
	const data = useRouteLoaderData<typeof loader>("root");
	const signedOut = isRouteErrorResponse(error) && error.status === 401;
	if (signedOut && isResubmission(error.data)) {
		return (
			<StorefrontLayout>
				<title>{pageTitle("You were signed out")}</title>
				<SignedOutForm resubmission={error.data} />
			</StorefrontLayout>
		);
	}
	const renderInFrame = signedOut ? undefined : errorFrameFor(pathname);
	if (renderInFrame) return renderInFrame(error);
	const description = describeError(error, typeof navigator === "undefined" || navigator.onLine !== false);
	return (
		<StorefrontLayout>
			<title>{`${description.title} · ${brand.name}`}</title>
			<ErrorPage description={description} requestId={data?.requestId} path={pathname + search} />
		</StorefrontLayout>
	);
}

/** Loads the islands after hydration, so that their changes don't cause hydration mismatches. */
function useIslands(): void {
	useEffect(() => {
		void importWhenOnline(() => import("~/islands/hydrated"));
	}, []);
}
