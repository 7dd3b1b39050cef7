/** Shown on every page if payments are a sandbox. Fixed elements use `--strip` (app.css) to leave room for it. */
export function TestShopStrip() {
	return (
		<aside
			aria-label="Test shop"
			className="test-shop-strip flex min-h-7 items-center justify-center gap-2 bg-maize-wash px-4 text-center text-sm font-medium text-ink print:hidden"
		>
			<span className="size-2 flex-none rounded-full bg-maize" aria-hidden="true" />
			Test shop: payments are not real.
		</aside>
	);
}
