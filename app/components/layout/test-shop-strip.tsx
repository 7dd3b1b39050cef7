/** Above every page of a shop whose payments are a sandbox. Pages' own layers leave room for it by `--strip`. */
export function TestShopStrip() {
	return (
		<aside
			aria-label="Test shop"
			className="test-shop-strip flex min-h-7 items-center justify-center gap-2 bg-maize-wash px-4 text-center text-sm font-medium text-ink print:hidden"
		>
			<span className="size-2 flex-none rounded-full bg-maize" aria-hidden="true" />
			This is a test shop. Payments are not real.
		</aside>
	);
}
